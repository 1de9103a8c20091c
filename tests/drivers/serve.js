// Playwright's driver for several clients: each that connects to the socket is served as the
// driver's one client usually is, over pipes. It ends with its standard input.
// node serve.js PATH_OF_CORE_BUNDLE PATH_OF_SOCKET

const net = require('net');
const { server } = require(process.argv[2]);

const wellFormed = (_, value) => (typeof value === 'string' ? value.toWellFormed() : value);

function serve(socket) {
  const connection = new server.DispatcherConnection();
  let playwright;
  const root = new server.RootDispatcher(connection, async (scope, { sdkLanguage }) => {
    playwright = server.createPlaywright({ sdkLanguage, isClientCollocatedWithServer: true });
    return new server.PlaywrightDispatcher(scope, playwright);
  });
  // Every message follows its length in 4 bytes.
  connection.onmessage = (message) => {
    const data = Buffer.from(JSON.stringify(message, wellFormed));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(data.length);
    socket.write(length);
    socket.write(data);
  };
  let chunks = [];
  let received = 0;
  let needed = 4;
  socket.on('data', (chunk) => {
    chunks.push(chunk);
    received += chunk.length;
    if (received < needed) return;
    let data = Buffer.concat(chunks);
    for (;;) {
      needed = data.length < 4 ? 4 : 4 + data.readUInt32LE();
      if (data.length < needed || data.length < 4) break;
      const message = JSON.parse(data.subarray(4, needed));
      data = data.subarray(needed);
      setImmediate(() => connection.dispatch(message));
    }
    chunks = [data];
    received = data.length;
  });
  socket.on('error', () => {}); // It is closed next.
  socket.on('close', async () => {
    connection.onmessage = () => {};
    await root.stopPendingOperations(new Error('The client has left.')).catch(() => {});
    root._dispose();
    for (const browser of playwright?.allBrowsers() ?? []) browser.close({}).catch(() => {});
  });
}

net.createServer(serve).listen(process.argv[3], () => process.stdout.write('listening\n'));
process.stdin.resume().on('end', () => process.exit());
process.on('SIGINT', () => {});
