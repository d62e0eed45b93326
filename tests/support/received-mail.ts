import { randomUUID } from 'node:crypto';

interface TestMail {
  from: string;
  to: string;
  text: string;
  headers?: Readonly<Record<string, string>>;
  files?: readonly { name: string; content: string }[];
  /** A report of a mail server about the mail with the ID `sent-1@agency.example`. */
  report?: { action: string; recipient: string };
}

/** The bytes of a mail as a mail server hands it over; without a Message-ID it gets a new one of its text. */
export function mailOf({ from, to, text, headers = {}, files = [], report }: TestMail): Buffer {
  const boundary = 'part-of-the-tests';
  const all = {
    From: from,
    To: to,
    Subject: 'Re: uw vraag',
    'Message-ID': `<${Buffer.from(text).toString('hex') || randomUUID()}@visitor.example>`,
    ...headers,
    'MIME-Version': '1.0',
    'Content-Type': report
      ? `multipart/report; report-type=delivery-status; boundary="${boundary}"`
      : `multipart/mixed; boundary="${boundary}"`,
  };
  const parts = [
    `Content-Type: text/plain; charset=utf-8\n\n${text}`,
    ...files.map(
      ({ name, content }) =>
        `Content-Type: application/octet-stream\nContent-Disposition: attachment; filename="${name}"\n` +
        `Content-Transfer-Encoding: base64\n\n${Buffer.from(content).toString('base64')}`,
    ),
    ...(report
      ? [
          'Content-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example\n\n' +
            `Final-Recipient: rfc822; ${report.recipient}\nAction: ${report.action}\nStatus: 5.1.1\n` +
            'Diagnostic-Code: smtp; 550 5.1.1\n no such user\n',
          'Content-Type: text/rfc822-headers\n\nMessage-ID:\n <sent-1@agency.example>\nSubject: Uw vraag\n',
        ]
      : []),
  ];
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  const body = parts.map((part) => `--${boundary}\n${part}\n`).join('');
  return Buffer.from(`${head.join('\n')}\n\n${body}--${boundary}--\n`.replaceAll('\n', '\r\n'));
}
