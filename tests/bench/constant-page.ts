import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';

/** The least a server of Node can do: the same bytes for every request. */
const body = randomBytes(Number(process.env.BENCH_BYTES));
const server = createServer((_request, response) => {
  response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Length': body.length });
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ listening: typeof address === 'object' ? address?.port : 0 });
});
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
