//! Decompression of files that gzip compressed.

use bytesize::ByteSize;
use flate2::bufread::MultiGzDecoder;
use std::io::{self, BufRead, Chain, Cursor, Read};

/// Largest size of a file when it is unpacked, in bytes: a small file may hold more than any memory.
const LIMIT: u64 = 16 << 20;

/// Content of a file, unpacked where gzip compressed it.
///
/// # Errors
/// When the file cannot be read or unpacked, or holds more than 16 MiB.
pub fn unpacked<R: BufRead>(mut file: R) -> io::Result<Chain<Cursor<Vec<u8>>, R>> {
    let mut head = Vec::new();
    file.by_ref().take(2).read_to_end(&mut head)?;
    if head == [0x1f, 0x8b] {
        let compressed = Cursor::new(head).chain(&mut file);
        head = Vec::new();
        let mut decoder = MultiGzDecoder::new(compressed).take(LIMIT + 1);
        decoder.read_to_end(&mut head)?;
        if head.len() as u64 > LIMIT {
            let limit = ByteSize(LIMIT).display().iec();
            let message = format!("unpacked it has more than {limit}");
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
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

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(bytes).expect("memory");
        encoder.finish().expect("memory")
    }

    fn read(file: &[u8]) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        unpacked(file)?.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    #[test]
    fn compressed_files_are_unpacked_and_others_stay_as_they_are() {
        for bytes in [&b""[..], b"1", b"\x1f", b"a game", &[7; 100_000]] {
            assert_eq!(read(bytes).expect("a file"), bytes);
            assert_eq!(read(&gzip(bytes)).expect("a file"), bytes);
        }
        // Two compressed files, one behind the other.
        let two = [gzip(b"one "), gzip(b"two")].concat();
        assert_eq!(read(&two).expect("a file"), b"one two");
    }

    #[test]
    fn truncated_and_endless_files_are_refused() {
        let whole = gzip(b"a game");
        for length in 2..whole.len() {
            assert!(read(&whole[..length]).is_err(), "{length}");
        }
        let large = gzip(&vec![b' '; LIMIT as usize + 1]);
        assert!(large.len() < 20_000, "{}", large.len());
        let error = read(&large).expect_err("too large");
        assert_eq!(error.to_string(), "unpacked it has more than 16.0 MiB");
    }
}
