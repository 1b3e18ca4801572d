// Forwards TCP ports in the local profile, whose servers listen only on loopback. Preloaded with --import.
// FORWARD is a list of `listen-host:port=target-host:port`.
import { connect, createServer } from 'node:net';

for (const rule of (process.env.FORWARD ?? '').split(',').filter(Boolean)) {
  const [from, to] = rule.split('=').map(parse);
  const server = createServer({ allowHalfOpen: true }, (inner) => {
    const outer = connect({ ...to, allowHalfOpen: true });
    inner.pipe(outer).pipe(inner);
    for (const [socket, other] of [
      [inner, outer],
      [outer, inner],
    ])
      socket.on('error', () => other.destroy());
  });
  await new Promise((resolve, reject) => server.once('error', reject).listen(from, () => resolve(null)));
  server.unref();
}

function parse(address) {
  const [host, port] = address.split(':');
  return { host, port: Number(port) };
}
