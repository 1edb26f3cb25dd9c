//! Files that gzip compressed.

use bytesize::ByteSize;
use flate2::bufread::MultiGzDecoder;
use std::io::{self, BufRead, Chain, Cursor, Read};

/// The most that is unpacked of a file, in bytes: a small file may hold more than any memory.
const MOST: u64 = 16 << 20;

/// A file and what is left of it, unpacked where gzip compressed it.
///
/// # Errors
/// When the file cannot be read or unpacked, or holds more than 16 MiB.
pub fn unpacked<R: BufRead>(mut file: R) -> io::Result<Chain<Cursor<Vec<u8>>, R>> {
    let mut head = Vec::new();
    file.by_ref().take(2).read_to_end(&mut head)?;
    if head == [0x1f, 0x8b] {
        let packed = Cursor::new(head).chain(&mut file);
        head = Vec::new();
        let mut unpacked = MultiGzDecoder::new(packed).take(MOST + 1);
        unpacked.read_to_end(&mut head)?;
        if head.len() as u64 > MOST {
            let most = ByteSize(MOST).display().iec();
            let large = format!("unpacked it has more than {most}");
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, large));
        }
    }
    Ok(Cursor::new(head).chain(file))
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::GzEncoder;
    use std::io::Write;

    fn packed(bytes: &[u8]) -> Vec<u8> {
        let mut packed = GzEncoder::new(Vec::new(), Compression::best());
        packed.write_all(bytes).expect("memory");
        packed.finish().expect("memory")
    }

    fn read(file: &[u8]) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        unpacked(file)?.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    #[test]
    fn what_is_compressed_is_unpacked_and_all_else_is_as_it_was() {
        for bytes in [&b""[..], b"1", b"\x1f", b"a game", &[7; 100_000]] {
            assert_eq!(read(bytes).expect("a file"), bytes);
            assert_eq!(read(&packed(bytes)).expect("a file"), bytes);
        }
        // Files that were put one behind the other.
        let two = [packed(b"one "), packed(b"two")].concat();
        assert_eq!(read(&two).expect("a file"), b"one two");
    }

    #[test]
    fn what_breaks_off_or_has_no_end_is_refused() {
        let whole = packed(b"a game");
        for length in 2..whole.len() {
            assert!(read(&whole[..length]).is_err(), "{length}");
        }
        let large = packed(&vec![b' '; MOST as usize + 1]);
        assert!(large.len() < 20_000, "{}", large.len());
        let error = read(&large).expect_err("too large");
        assert_eq!(error.to_string(), "unpacked it has more than 16.0 MiB");
    }
}
