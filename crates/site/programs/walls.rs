//! The program of the pages about walls.

use azulejo::pages::WALLS;
use azulejo_site::{Reply, reply, request};
use wasm_bindgen::prelude::wasm_bindgen;

/// The response to a [request].
#[wasm_bindgen]
pub fn ask(root: &str, post: bool, path: &str, query: &str, body: String, chance: f64) -> Reply {
    reply(&WALLS, &request(root, post, path, query, body, chance))
}
