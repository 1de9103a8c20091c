"""Pages that store as much as possible in their browser, and search for data of other pages."""

from starlette.responses import Response

from webproctor.environments.browser import Browser, Page

# Data that a page can store in its browser, and how another one would find it.
LEAVE = """(async () => {
    document.cookie = 'left=1';
    localStorage.left = sessionStorage.left = 1;
    window.name = 'left';
    history.pushState({}, '', '#left');
    await new Promise((done) => { indexedDB.open('left').onsuccess = done; });
    await (await caches.open('left')).put('/left', new Response('left'));
    await navigator.serviceWorker?.register('/worker.js').catch(() => 0);
    await (await navigator.storage.getDirectory()).getFileHandle('left', { create: true });
    globalThis.channel = new BroadcastChannel('left');
    channel.onmessage = () => channel.postMessage('left');
    globalThis.lock = navigator.locks.request('left', () => new Promise(() => 0));
})()"""
FIND = """(async () => ({
    cookie: document.cookie,
    local: localStorage.length,
    session: sessionStorage.length,
    name: window.name,
    history: history.length,
    databases: (await indexedDB.databases()).length,
    caches: (await caches.keys()).length,
    workers: (await navigator.serviceWorker?.getRegistrations() ?? []).length,
    files: (await Array.fromAsync((await navigator.storage.getDirectory()).keys())).length,
    locks: (await navigator.locks.query()).held.length,
    answered: await Promise.race([
        new Promise((done) => {
            const channel = new BroadcastChannel('left');
            channel.onmessage = () => done(true);
            channel.postMessage('anyone?');
        }),
        fetch('/asked').then(() => false),
    ]),
}))()"""
NOTHING = {
    "cookie": "",
    "local": 0,
    "session": 0,
    "name": "",
    "history": 2,
    "databases": 0,
    "caches": 0,
    "workers": 0,
    "files": 0,
    "locks": 0,
    "answered": False,
}


async def prepared(browser: Browser, count: int = 1, address: str = "") -> None:
    """Prepare pages, and wait until they are ready."""
    browser.prepare(count, address)
    await browser.prepared_pages.wait_until_filled()
    assert browser.prepared_pages.ready == count


async def contexts(page: Page) -> int:
    """Return the number of contexts of a page's browser."""
    [found] = await page.devtools.send(None, [("Target.getBrowserContexts", {})])
    return len(found["browserContextIds"])


def local(site, page: str | Response, path: str = "") -> str:
    """Return the address of a page on a host where pages may use all kinds of storage."""
    return site.add(page, path).replace(site.host, "localhost")


# What only a page of the same context can find, such as files in the cache of its process.
LEAVE_MORE = f"""(async () => {{
    addEventListener('pagehide', () => {{
        document.cookie = 'late=1';
        localStorage.late = sessionStorage.late = 1;
        open('/late');
    }});
    const registered = ServiceWorkerContainer.prototype.register.call(
        navigator.serviceWorker, '/worker.js');
    await registered.catch(() => 0);
    await {LEAVE};
    await fetch('/kept.txt');
    await new Promise((done) => {{
        document.body.append(Object.assign(new Image(), {{ src: '/kept.png', onload: done }}));
    }});
    const url = URL.createObjectURL(new Blob(['left']));
    const script = "const tell = new BroadcastChannel('left'); tell.onmessage = () => 0;"
        + "setInterval(() => tell.postMessage('left'), 1)";
    globalThis.worker = new Worker(URL.createObjectURL(new Blob([script])));
    globalThis.shared = new SharedWorker('/shared.js');
    await new Promise((done) => {{ shared.port.onmessage = done; }});
    setInterval(() => {{ localStorage.left = 1; }}, 1);
    location.hash = 'left';
    history.replaceState('left', '');
    return url;
}})()"""
FIND_MORE = """(async (url) => ({
    blob: await fetch(url).then(() => 'found', () => 'gone'),
    cached: await fetch('/kept.txt', { cache: 'only-if-cached', mode: 'same-origin' })
        .then((found) => found.ok, () => false),
    visitors: await new Promise((done) => {
        new SharedWorker('/shared.js').port.onmessage = (event) => done(event.data);
    }),
    active: navigator.userActivation.hasBeenActive,
    state: history.state,
    referrer: document.referrer,
    entries: navigation.entries().length,
    opener: opener,
}))"""
NOTHING_MORE = {
    "blob": "gone",
    "cached": False,
    "visitors": 1,
    "active": False,
    "state": None,
    "referrer": "",
    "entries": 1,
    "opener": None,
}
