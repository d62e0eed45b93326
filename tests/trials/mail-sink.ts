import { SMTPServer } from 'smtp-server';

/**
 * A mail server as a process of its own, for `fork`: it keeps no mail. Its first message is its port; to each message
 * with a text it responds with the number of mails so far that contained that text in their first kilobyte.
 */
const heads: string[] = [];
const server = new SMTPServer({
  disabledCommands: ['STARTTLS', 'AUTH'],
  disableReverseLookup: true,
  logger: false,
  onData(stream, _session, callback) {
    stream.once('data', (chunk: Buffer) => heads.push(chunk.toString('latin1', 0, 1024)));
    stream.on('data', () => {});
    stream.on('end', () => callback(null, 'taken'));
  },
});
server.on('error', () => {});
const listener = server.listen(0, '127.0.0.1', () => {
  const address = listener.address();
  process.send?.(typeof address === 'object' && address ? address.port : 0);
});
process.on('message', (text: string) => process.send?.(heads.filter((head) => head.includes(text)).length));
process.on('disconnect', () => process.exit());
