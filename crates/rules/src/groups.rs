use super::{Colour, Position, Source, Tiles};

/// A group: all tiles of a colour on a source, which a move takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Group {
    /// The source of the tiles.
    pub source: Source,
    /// The colour of the tiles.
    pub colour: Colour,
    /// The number of tiles, at least 1.
    pub count: u8,
}

impl Position {
    /// The groups that can be taken, by source with the centre last, and then by colour.
    ///
    /// ```
    /// use azulejo_rules::Position;
    /// let position: Position = "BBRR/-/-/-/- W* 0:-/-/-/-/-:-:...../...../...../...../.....|\
    ///                           0:-/-/-/-/-:-:...../...../...../...../..... 1 1 1 18,20,18,20,19 0,0,0,0,0".parse()?;
    /// let groups = position.groups().map(|group| format!("{} {} from {}", group.count, group.colour, group.source));
    /// assert_eq!(groups.collect::<Vec<_>>(), ["2 blue from factory 1", "2 red from factory 1", "1 white from the centre"]);
    /// assert_eq!(position.group_count(), 3);
    /// # Ok::<(), azulejo_rules::notation::InvalidPosition>(())
    /// ```
    pub fn groups(&self) -> impl Iterator<Item = Group> + Clone {
        self.sources_with_tiles().flat_map(|(source, tiles)| {
            let colours = Colour::ALL.into_iter();
            let counts = colours.map(move |colour| (colour, tiles.count(colour)));
            counts
                .filter(|&(_, count)| count > 0)
                .map(move |(colour, count)| Group {
                    source,
                    colour,
                    count,
                })
        })
    }

    /// The number of groups that can be taken: an upper bound of the moves left in the round.
    #[inline]
    pub fn group_count(&self) -> u32 {
        self.sources_with_tiles()
            .map(|(_, tiles)| tiles.colours())
            .sum()
    }

    /// The tiles of all sources together.
    #[inline]
    pub fn on_sources(&self) -> Tiles {
        self.sources_with_tiles()
            .fold(Tiles::NONE, |sum, (_, tiles)| sum + tiles)
    }

    fn sources_with_tiles(&self) -> impl Iterator<Item = (Source, Tiles)> + Clone {
        let mut places = self.nonempty_sources;
        std::iter::from_fn(move || {
            (places != 0).then(|| {
                let place = places.trailing_zeros() as usize;
                places &= places - 1;
                place
            })
        })
        .map(|place| (Source::at(place), self.sources[place]))
    }
}
