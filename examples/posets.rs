//! The number of orders with the maximum score as a sum over posets: of a wall with the given rows and columns, or of
//! small walls. Section 18 of docs/proofs.md has the proof.

use azulejo::posets;
use azulejo::wall::Wall;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let sides: Vec<u64> = std::env::args()
        .skip(1)
        .map(|side| side.parse())
        .collect::<Result<_, _>>()?;
    let walls = match sides[..] {
        [rows, columns] => vec![(rows, columns)],
        [] => vec![(2, 2), (2, 3), (3, 3), (3, 4), (4, 4), (5, 5)],
        _ => return Err("give the numbers of rows and of columns, or nothing".into()),
    };
    for (rows, columns) in walls {
        let count = posets::count(Wall::new(rows, columns)?);
        let (orders, posets) =
            count.ok_or_else(|| format!("at most {} cells are counted", posets::LARGEST))?;
        println!("{rows}×{columns}: {orders} orders extend {posets} posets");
    }
    Ok(())
}
