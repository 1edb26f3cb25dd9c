//! The program of the pages about the game.

use azulejo::pages::GAME;
use azulejo_site::{Reply, reply, request};
use wasm_bindgen::prelude::wasm_bindgen;

/// The response to a [request].
#[wasm_bindgen]
pub fn ask(root: &str, post: bool, path: &str, query: &str, body: String, chance: f64) -> Reply {
    reply(&GAME, &request(root, post, path, query, body, chance))
}
