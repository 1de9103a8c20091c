"""Scripts with which a page requests an address; `$URL` stands for the address."""

# Each is an expression whose value is the result of the request.
FETCH = "fetch('$URL').then((it) => it.type, () => 'failed')"
SOCKET = """new Promise((resolve) => { const socket = new WebSocket('$URL');
    socket.onopen = () => resolve('open'); socket.onerror = () => resolve('failed') })"""


def add(tag: str, change: str) -> str:
    """Return a script that adds an element to the page, modified by a script that names it `it`."""
    return f"""new Promise((resolve) => {{ const it = document.createElement('{tag}');
        it.onload = () => resolve('loaded'); it.onerror = () => resolve('failed');
        {change}; document.body.append(it) }})"""


WAYS = {
    "fetch": FETCH,
    "fetch without reading": "fetch('$URL', {mode: 'no-cors'}).then(() => 'sent', () => 'failed')",
    "request": """new Promise((resolve) => { const it = new XMLHttpRequest();
        it.onload = () => resolve('loaded'); it.onerror = () => resolve('failed');
        it.open('POST', '$URL'); it.send('secret') })""",
    "image": add("img", "it.src = '$URL'"),
    "script": add("script", "it.src = '$URL'"),
    "style": add("link", "it.rel = 'stylesheet'; it.href = '$URL'"),
    "import of a style": add("style", "it.textContent = '@import \"$URL\"'"),
    "module": "import('$URL').then(() => 'loaded', () => 'failed')",
    "object": add("object", "it.data = '$URL'"),
    "stream": """new Promise((resolve) => { const it = new EventSource('$URL');
        it.onopen = () => resolve('open');
        it.onerror = () => { it.close(); resolve('failed') } })""",
    "worker": """new Promise((resolve) => { const code = `fetch('$URL')
        .then(() => postMessage('loaded'), () => postMessage('failed'))`;
        const it = new Worker(URL.createObjectURL(new Blob([code])));
        it.onmessage = (e) => resolve(e.data) })""",
    "script of a worker": """new Promise((resolve) => { const code = `try { importScripts('$URL');
        postMessage('loaded') } catch { postMessage('failed') }`;
        const it = new Worker(URL.createObjectURL(new Blob([code])));
        it.onmessage = (e) => resolve(e.data) })""",
}
# These do not report the result.
MUTE = {
    "frame": "document.body.append(Object.assign(document.createElement('iframe'), {src: '$URL'}))",
    "background": "document.body.style.background = 'url($URL)'",
    "beacon": "navigator.sendBeacon('$URL', 'secret')",
    "window": "void open('$URL')",
    "link": """document.body.append(Object.assign(document.createElement('a'), {href: '$URL',
        target: '_blank'})), document.querySelector('a').click()""",
    "form": """document.body.append(Object.assign(document.createElement('form'), {action: '$URL',
        method: 'post', target: '_blank'})), document.querySelector('form').submit()""",
    "video": "document.body.append(Object.assign(document.createElement('video'), {src: '$URL'}))",
    "going there": "location.href = '$URL'; new Promise(() => {})",
}
# These are not requests of a page: they are not recorded, but must not leave the browser either.
HINTS = {
    "preconnect": add("link", "it.rel = 'preconnect'; it.href = '$URL'; resolve(1)"),
    "name look-up": add("link", "it.rel = 'dns-prefetch'; it.href = '$URL'; resolve(1)"),
}
CALL = """(async () => {
    const servers = [
        { urls: ['stun:127.0.0.1:$PORT', 'stun:localhost:$PORT'] },
        { urls: ['turn:127.0.0.1:$PORT', 'turn:127.0.0.1:$PORT?transport=tcp'],
           username: 'u', credential: 'c' },
    ];
    const call = new RTCPeerConnection({ iceServers: servers });
    call.createDataChannel('leak');
    const gathered = new Promise((resolve) => {
        call.onicecandidate = (e) => { if (!e.candidate) resolve('gathered') } });
    await call.setLocalDescription(await call.createOffer());
    // Without any network a full browser never says that it is done.
    const silent = new Promise((resolve) => setTimeout(() => resolve('silent'), 2000));
    return Promise.race([gathered, silent]);
})()"""
