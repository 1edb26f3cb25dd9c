"use strict";
// Answers in workers of the browser what a page asks for: `fetch` finds here what a server would answer elsewhere.
(() => {
  const own = document.currentScript;
  const { version } = own.dataset;
  const root = new URL(own.dataset.root, location.href).pathname.replace(/\/$/, "");
  // The path of each page, with the program that answers there and the files that its answers read.
  const pages = JSON.parse(own.dataset.pages);
  const paths = Object.keys(pages);
  // The page that answers at a path; the first one where none is named.
  const pageAt = (path) => pages[paths.find((page) => path === page || path.startsWith(`${page}/`)) ?? paths[0]];
  const asset = (name) => `${root}/assets/${name}?${version}`;

  // Pages write addresses without the slash at the end, from which these links would lead elsewhere.
  for (const link of document.head.querySelectorAll("link:not([rel=stylesheet])")) link.href = link.href;

  // A worker that has taken more bytes than this is not used again: what it holds cannot be given back.
  const REUSABLE = 256 << 20;

  // A run may take 1 GiB. Where a worker fails with more than that, it is for want of memory.
  const MUCH = 2 ** 30;

  // ---- Workers --------------------------------------------------------------------------------------------------

  // Keeps what has arrived where the service worker looks for it, so that nothing is fetched twice.
  const store = async (path, response) => {
    if (!("caches" in globalThis)) return;
    const cache = await caches.open(`${root}/#${version}`);
    await cache.put(`${root}/${path}`, response);
  };

  const arrived = async (path) => {
    const response = await fetch(`${root}/${path}?${version}`);
    if (!response.ok) throw new Error(`A file of the page did not arrive: ${response.status}.`);
    // What the service worker has answered is stored. A browser can forbid it, or have no room.
    const isStored = Boolean(navigator.serviceWorker?.controller);
    const storing = isStored ? undefined : store(path, response.clone()).catch(() => {});
    return { response, storing };
  };

  const storings = [];

  // What a function makes of the response of each path, which is fetched once.
  const once = (use) => {
    const uses = new Map();
    return (path) => {
      if (!uses.has(path)) {
        const using = arrived(path).then(({ response, storing }) => {
          storings.push(storing);
          return use(response);
        });
        using.catch(() => uses.delete(path)); // whoever waits for it is told
        uses.set(path, using);
      }
      return uses.get(path);
    };
  };

  // Compiled while it arrives, where the file server names its type.
  const compiled = once(async (response) => {
    const isNamed = response.headers.get("content-type") === "application/wasm";
    return isNamed ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
  });
  const moduleOf = (program) => compiled(`assets/${program}_bg.wasm`);
  moduleOf(pageAt(location.pathname.slice(root.length)).program);

  // The files that answers read.
  const text = once((response) => response.text());
  const filesOf = (names) => Promise.all(names.map(async (name) => [name, await text(`data/${name}`)]));

  const most = Math.max(navigator.hardwareConcurrency || 2, 2);
  const idle = [];
  const waiting = [];
  let running = 0;

  const next = () => {
    while (waiting.length && running < most) {
      running += 1;
      waiting.shift()();
    }
  };

  // Works on a request as soon as a core is free. Whoever aborts it ends its worker.
  const work = (request, signal, { told, done, failed }) => {
    let worker;
    let over = false;
    const end = () => {
      over = true;
      running -= 1;
      next();
    };
    signal?.addEventListener("abort", () => {
      if (over) return;
      const place = waiting.indexOf(begin);
      if (place >= 0) waiting.splice(place, 1);
      else {
        worker?.terminate();
        end();
      }
      over = true;
    });
    const begin = async () => {
      try {
        const { program, files: names } = pageAt(request.path);
        const [module, files] = await Promise.all([moduleOf(program), filesOf(names)]);
        if (over) return;
        const place = idle.findIndex((one) => one.program === program);
        if (place >= 0) [worker] = idle.splice(place, 1);
        else {
          worker = new Worker(asset(`${program}.js`), { type: "module" });
          worker.postMessage({ module });
          Object.assign(worker, { program, files: new Set() });
        }
        const missing = files.filter(([name]) => !worker.files.has(name));
        if (missing.length) worker.postMessage({ files: missing });
        for (const [name] of missing) worker.files.add(name);
      } catch (error) {
        end();
        failed(error.message);
        return;
      }
      worker.onerror = (event) => {
        event.preventDefault();
        worker.terminate();
        end();
        failed(event.message || "The worker did not start.");
      };
      worker.onmessage = ({ data }) => {
        if (data.told) {
          told(data.told);
          return;
        }
        // A program that has failed may have left anything behind.
        if (data.done?.memory <= REUSABLE) idle.push(worker);
        else worker.terminate();
        end();
        if (data.done) done(data.done);
        else failed(data.failed.memory > MUCH
          ? "This needs more memory than a page of a browser has. The program has more: Share has its command."
          : "The run failed. This is an error of the page; please report it.");
      };
      worker.postMessage(request);
    };
    waiting.push(begin);
    next();
  };

  // ---- Answers --------------------------------------------------------------------------------------------------

  const encoder = new TextEncoder();

  // The answer to a request, as a server would send it.
  const answer = (url, { method = "GET", body = "", signal } = {}) => new Promise((resolve, reject) => {
    let events;
    const left = () => new DOMException("Nobody waits any more.", "AbortError");
    if (signal?.aborted) {
      reject(left());
      return;
    }
    signal?.addEventListener("abort", () => {
      reject(left());
      events?.error(left());
      events = undefined;
    });
    const tell = ({ name, data }) => {
      if (signal?.aborted) return;
      if (!events) {
        const stream = new ReadableStream({ start: (controller) => { events = controller; } });
        resolve(new Response(stream, { headers: { "content-type": "text/event-stream" } }));
      }
      events.enqueue(encoder.encode(`event: ${name}\ndata: ${data}\n\n`));
    };
    const request = {
      root,
      post: method === "POST",
      path: url.pathname.slice(root.length),
      query: url.search.slice(1),
      body: String(body),
    };
    work(request, signal, {
      told: tell,
      done: ({ status, kind, name, text }) => {
        if (events) events.close();
        const headers = { "content-type": kind, ...(name && { "x-name": name }) };
        resolve(new Response(text, { status, headers }));
      },
      failed: (message) => {
        const error = JSON.stringify({ error: message });
        if (events) {
          tell({ name: "error", data: error });
          events.close();
        }
        resolve(new Response(error, { status: 500, headers: { "content-type": "application/json" } }));
      },
    });
  });

  // Whether a page answers at an address; `part` asks for what belongs to pages alone.
  const isPage = (url, part) => url.origin === location.origin
    && paths.some((path) => url.pathname.startsWith(`${root}${path}/`) && (!part || url.pathname.length > root.length + path.length + 1));

  const native = globalThis.fetch;
  globalThis.fetch = (address, options) => {
    const url = new URL(address, location.href);
    return isPage(url, true) ? answer(url, options) : native(address, options);
  };

  // What a link leads to that is no page is saved.
  addEventListener("click", async (event) => {
    const link = event.target.closest?.("a[href]");
    if (!link || !isPage(link, true)) return;
    event.preventDefault();
    const response = await answer(new URL(link.href));
    const text = await response.text();
    const name = response.headers.get("x-name") ?? link.pathname.split("/").at(-1);
    const saved = Object.assign(document.createElement("a"), {
      href: URL.createObjectURL(new Blob([text], { type: response.headers.get("content-type") })),
      download: name,
    });
    saved.click();
    setTimeout(() => URL.revokeObjectURL(saved.href), 10000);
  });

  // ---- The page -------------------------------------------------------------------------------------------------

  // Puts the page into the place of the shell, and then runs its script.
  const fill = async (text) => {
    const page = new DOMParser().parseFromString(text, "text/html");
    document.title = page.title;
    document.documentElement.dataset.root = root;
    // The book stands beside the pages, which only a site has.
    page.querySelector("header.site nav")?.append(Object.assign(page.createElement("a"), { href: `${root}/book/`, textContent: "Book" }));
    document.body.replaceWith(document.adoptNode(page.body));
    const scripts = [...page.querySelectorAll("script[type=module]")].map(({ src, type }) => new Promise((resolve) => {
      document.head.append(Object.assign(document.createElement("script"), { src: `${src}?${version}`, type, onload: resolve, onerror: resolve }));
    }));
    await Promise.all(scripts);
  };

  const refuse = (words) => document.getElementById("main").replaceChildren(
    Object.assign(document.createElement("p"), { className: "warning", textContent: words }),
    Object.assign(document.createElement("a"), { href: location.pathname, textContent: "Begin anew" }));

  const show = async () => {
    const response = await answer(location);
    if (response.ok) await fill(await response.text());
    else refuse((await response.json()).error);
    delete document.documentElement.dataset.shell;
    // After the first visit the pages are here, and need no network. What the first page needed comes before all others.
    await Promise.all(storings);
    if (!("serviceWorker" in navigator) || !isSecureContext) return;
    await navigator.serviceWorker.register(`${root}/sw.js`);
    // A browser fetches an icon of the manifest as soon as it is named.
    document.head.append(Object.assign(document.createElement("link"), { rel: "manifest", href: `${root}/manifest.json?${version}` }));
  };

  show();
})();
