import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';

/**
 * What the mail server does with a mail once it has it: take it, refuse it with a code, say nothing, or hang up without
 * a response.
 */
export type Verdict = 'take' | 'hang' | 'hang up' | number;

/** A mail as it arrived; `taken` says that the sender got an acknowledgement. */
export interface Arrival {
  raw: string;
  mail: Email;
  from: string;
  to: string[];
  taken: boolean;
}

/** A real mail server in this process, which treats each mail as `judge` says; on a free port unless one is given. */
export async function startSmtp(
  judge: (mail: Email, earlier: number) => Verdict = () => 'take',
  wanted = 0,
  refuse: (address: string) => { responseCode: number; message: string } | null = () => null,
): Promise<{ url: string; arrivals: Arrival[]; taken(): Arrival[] }> {
  const arrivals: Arrival[] = [];
  const server: SMTPServer = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    logger: false,
    onRcptTo({ address }, _session, callback) {
      const refused = refuse(address);
      callback(refused && Object.assign(new Error(refused.message), refused));
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        const raw = Buffer.concat(chunks);
        const mail = await PostalMime.parse(raw);
        const earlier = arrivals.filter((known) => known.mail.messageId === mail.messageId).length;
        const verdict = judge(mail, earlier);
        const { mailFrom, rcptTo } = session.envelope;
        arrivals.push({
          raw: raw.toString('latin1'),
          mail,
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          taken: verdict === 'take',
        });
        if (verdict === 'take') callback(null, 'taken');
        else if (verdict === 'hang up')
          for (const connection of server.connections) connection.id === session.id && connection.close();
        else if (typeof verdict === 'number') callback(Object.assign(new Error('not now'), { responseCode: verdict }));
      });
    },
  });
  // A client that is killed tears its connection.
  server.on('error', () => {});
  const port = await new Promise<number>((resolve) => {
    const listener = server.listen(wanted, '127.0.0.1', () => {
      const address = listener.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const connection of server.connections) connection.close();
      }),
  );
  return { url: `smtp://127.0.0.1:${port}`, arrivals, taken: () => arrivals.filter((arrival) => arrival.taken) };
}
