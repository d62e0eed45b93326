import { createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A mailbox of the tests: its mails by their UID, and what it was asked. */
export interface TestMailbox {
  url: string;
  validity: number;
  /** The next command of this name breaks off the connection. */
  breaksAt: string | null;
  readonly commands: string[];
  /** Adds a mail and returns its UID. */
  add(mail: string, size?: number): number;
}

const PASSWORD = 'een wachtwoord';

/** An IMAP server in this process (RFC 3501), as far as reading needs one. */
export async function startImap(): Promise<TestMailbox> {
  const mails: { uid: number; raw: Buffer; size: number }[] = [];
  const commands: string[] = [];
  const box: TestMailbox = {
    url: '',
    validity: 7,
    breaksAt: null,
    commands,
    add(mail, size) {
      const raw = Buffer.from(mail.replace(/\r?\n/g, '\r\n'));
      const uid = (mails.at(-1)?.uid ?? 0) + 1;
      mails.push({ uid, raw, size: size ?? raw.length });
      return uid;
    },
  };
  const uidsOf = (set: string) => {
    const [from = '', to = from] = set.split(':');
    const last = mails.at(-1)?.uid ?? 0;
    const [low = 0, high = 0] = [from, to].map((one) => (one === '*' ? last : Number(one))).sort((a, b) => a - b);
    return mails.filter(({ uid }) => uid >= low && uid <= high);
  };
  const headOf = (raw: Buffer) => raw.subarray(0, raw.indexOf('\r\n\r\n') + 4);
  function respond(socket: Socket, tag: string, line: string): void {
    const say = (...lines: (string | Buffer)[]) => {
      for (const one of lines) socket.write(one);
    };
    const name = line.replace(/^UID /i, '').split(' ')[0]!.toUpperCase();
    let done = `${tag} OK ${name} done\r\n`;
    if (name === 'CAPABILITY') say('* CAPABILITY IMAP4rev1 LITERAL-\r\n');
    if (name === 'LOGIN' && !line.includes(`"${PASSWORD}"`))
      done = `${tag} NO [AUTHENTICATIONFAILED] Wrong password\r\n`;
    if (name === 'NAMESPACE') say('* NAMESPACE (("" "/")) NIL NIL\r\n');
    if (name === 'LIST') say('* LIST (\\HasNoChildren) "/" "INBOX"\r\n');
    if (name === 'EXAMINE' || name === 'SELECT')
      say(
        '* FLAGS (\\Seen)\r\n',
        `* ${mails.length} EXISTS\r\n`,
        `* OK [UIDVALIDITY ${box.validity}] valid\r\n`,
        `* OK [UIDNEXT ${(mails.at(-1)?.uid ?? 0) + 1}] next\r\n`,
      );
    if (name === 'SEARCH') {
      const [, set = '1:*'] = /UID (\S+)$/i.exec(line.replace(/^UID /i, '')) ?? [];
      say(
        `* SEARCH ${uidsOf(set)
          .map(({ uid }) => uid)
          .join(' ')}\r\n`,
      );
    }
    if (name === 'FETCH') {
      const [, set = ''] = /FETCH (\S+)/i.exec(line) ?? [];
      for (const { uid, raw, size } of uidsOf(set)) {
        const isHead = /HEADER/i.test(line);
        const bytes = isHead ? headOf(raw) : raw;
        const part = isHead ? 'BODY[HEADER]' : 'BODY[]';
        say(`* ${mails.findIndex((one) => one.uid === uid) + 1} FETCH (UID ${uid} RFC822.SIZE ${size} `);
        say(`${part} {${bytes.length}}\r\n`, bytes, ')\r\n');
      }
    }
    if (name === 'LOGOUT') say('* BYE\r\n');
    say(done);
  }
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.write('* OK ready\r\n');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('utf8');
      for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
        const [tag = '', ...rest] = text.slice(0, end).split(' ');
        text = text.slice(end + 2);
        const line = rest.join(' ');
        commands.push(line);
        if (box.breaksAt && line.toUpperCase().includes(box.breaksAt)) {
          box.breaksAt = null;
          socket.destroy();
        } else respond(socket, tag, line);
      }
    });
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  onTestFinished(() => void server.close());
  box.url = `imap://reply:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}`;
  return box;
}
