import { connect } from 'node:net';

/** What came back on one connection: the status of each response, all of it, and whether the server hung up. */
export interface RawResponse {
  statuses: number[];
  text: string;
  closed: boolean;
}

const QUIET_MS = 250;
const LONGEST_MS = 5000;

/**
 * Writes bytes on a connection of its own, and listens until the server hangs up, or until so many responses have come
 * and it has said nothing more for a while.
 */
export function rawly(url: string, bytes: string | Buffer, responses = 1): Promise<RawResponse> {
  const { port, hostname } = new URL(url);
  return new Promise((resolve) => {
    let text = '';
    let quiet: NodeJS.Timeout | undefined;
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    const statuses = () => [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
    const end = (closed: boolean) => {
      clearTimeout(quiet);
      clearTimeout(longest);
      socket.destroy();
      resolve({
        statuses: statuses(),
        text,
        closed,
      });
    };
    const longest = setTimeout(() => end(false), LONGEST_MS);
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      clearTimeout(quiet);
      if (statuses().length >= responses) quiet = setTimeout(() => end(false), QUIET_MS);
    });
    // A server that refuses may hang up while more is written.
    socket.on('error', () => {}).on('close', () => end(true));
  });
}
