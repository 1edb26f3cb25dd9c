"use strict";
// Keeps the whole site, so that it works without a network. A new version is fetched whole, and takes over when no page of the
// old one is open any more.
const VERSION = "%VERSION%";
const FILES = %FILES%;
const PAGES = %PAGES%;
const scope = new URL(registration.scope).pathname;

// Other sites of the same host have their own.
const own = `${scope}#`;
const current = own + VERSION;

const fetchAll = async () => {
  const cache = await caches.open(current);
  // What the page has fetched is there.
  const isMissing = await Promise.all(FILES.map(async (file) => !(await cache.match(scope + file))));
  const missing = FILES.filter((_, index) => isMissing[index]);
  await cache.addAll(missing.map((file) => new Request(scope + file, { cache: "reload" })));
};
addEventListener("install", (event) => event.waitUntil(fetchAll()));

addEventListener("activate", (event) => {
  const old = (name) => name.startsWith(own) && name !== current;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))));
});

// Pages of the book are kept when they are opened.
const BOOK = "book/";
const ABSENT = `<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>The book</title><main><h1>The book</h1>
<p>There is no network, and this page of the book was not opened before: a page is kept once it has been read.</p>
<p><a href="${scope}">The pages</a></p></main></html>`;
const bookPage = async (request) => {
  const cache = await caches.open(current);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch {
    const found = await cache.match(request, { ignoreSearch: true });
    return found ?? new Response(ABSENT, { status: 503, headers: { "content-type": "text/html; charset=utf-8" } });
  }
};

addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin || !url.pathname.startsWith(scope)) return;
  const path = url.pathname.slice(scope.length);
  if (PAGES.includes(path)) {
    // As a file server answers the name of a folder.
    event.respondWith(Response.redirect(`${url.pathname}/${url.search}`, 301));
    return;
  }
  if (path.startsWith(BOOK)) {
    event.respondWith(bookPage(event.request));
    return;
  }
  const found = caches.open(current).then((cache) => cache.match(scope + path, { ignoreSearch: true }));
  event.respondWith(found.then((file) => file ?? fetch(event.request)));
});
