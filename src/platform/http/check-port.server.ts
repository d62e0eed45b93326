import { once } from 'node:events';
import { createServer } from 'node:net';
import { errorCode, errorMessage } from '../log/error-facts.ts';

interface Place {
  port: number;
  host: string;
}

/** Why a server cannot listen, in a sentence; undefined for an unknown reason. */
export function whyNotListening(code: string | undefined, { port, host }: Place): string | undefined {
  const sentences: Record<string, string> = {
    EADDRINUSE: `Port ${port} is in use: stop what uses it, or set PORT to another number`,
    EADDRNOTAVAIL: `HOST=${host} cannot be used: this machine has no such address`,
    EACCES: `PORT=${port} cannot be used: this user may not open it; take one above 1023 and put a proxy in front`,
  };
  return sentences[code ?? ''];
}

/** Throws a sentence when no server can listen here, so that this is said before long work begins. */
export async function checkPort({ port, host }: Place): Promise<void> {
  const server = createServer();
  try {
    server.listen({ port, host });
    await once(server, 'listening');
  } catch (error) {
    const [code, message] = [errorCode(error), errorMessage(error)];
    throw new Error(whyNotListening(code, { port, host }) ?? message);
  }
  server.close();
  await once(server, 'close');
}
