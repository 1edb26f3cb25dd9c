"use strict";
// Keeps the whole site, so that it works without a network. A new version is fetched whole, and takes over when no page of the
// old one is open any more.
const VERSION = "%VERSION%";
const FILES = %FILES%;
const PAGES = %PAGES%;
const scope = new URL(registration.scope).pathname;

// Other sites of the same host have their own.
const own = `${scope}#`;
const kept = own + VERSION;

addEventListener("install", (event) => {
  event.waitUntil(caches.open(kept).then((cache) => cache.addAll(FILES.map((file) => new Request(scope + file, { cache: "reload" })))));
});

addEventListener("activate", (event) => {
  const old = (name) => name.startsWith(own) && name !== kept;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))));
});

addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin || !url.pathname.startsWith(scope)) return;
  const path = url.pathname.slice(scope.length);
  if (PAGES.includes(path)) {
    // As a file server answers the name of a folder.
    event.respondWith(Response.redirect(`${url.pathname}/${url.search}`, 301));
    return;
  }
  const found = caches.open(kept).then((cache) => cache.match(scope + path, { ignoreSearch: true }));
  event.respondWith(found.then((file) => file ?? fetch(event.request)));
});
