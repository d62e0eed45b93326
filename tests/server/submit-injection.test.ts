import { beforeAll, expect, test } from 'vitest';
import type { Site } from '../../src/content/site/site.ts';
import { FORMS } from '../../src/features/lead/forms.ts';
import { openTransport } from '../../src/platform/mail/transport.server.ts';
import { queueHealth } from '../../src/platform/outbox/inspect-queue.server.ts';
import { mailDelivery } from '../../src/platform/outbox/mail-queue.server.ts';
import { startOutbox } from '../../src/platform/outbox/outbox.server.ts';
import { eventually } from '../support/eventually.ts';
import { about, openForms } from '../support/open-forms.ts';
import { startSmtp } from '../support/smtp.ts';
import { agencySite, freshToken } from '../support/submit.ts';
import { VALID_VALUES } from '../support/valid-values.ts';

let site: Site;
beforeAll(() => {
  site = agencySite();
});

const INJECTION = 'Jan\r\nBcc: everyone@evil.example\r\nX-Injected: yes\r\n\r\n.\r\nMAIL FROM:<x@evil.example>';
const EVERYWHERE = ['titleOfAddress', 'message', 'language', 'page', 'property', 'utm_source'];
const FIELDS = [...new Set([...EVERYWHERE, ...Object.values(VALID_VALUES).flatMap((values) => Object.keys(values))])];

test('no field of any form adds a header or a recipient to its mails', async () => {
  const { database, post, errors } = await openForms('sqlite', site);
  let stored = 0;
  for (const { name } of FORMS) {
    const formFields = FIELDS.filter((field) => EVERYWHERE.includes(field) || field in VALID_VALUES[name]!);
    for (const [at, field] of formFields.entries()) {
      const values = { ...about(name), token: freshToken(), [field]: INJECTION };
      const result = await post(name, values, `192.0.2.${at + 1}`);
      stored += result.ok ? 1 : 0;
      expect(result.ok ? 'stored' : result.problem, `${name} ${field}`).not.toBe('storage');
    }
  }
  expect(stored).toBeGreaterThan(30);
  expect(errors).toEqual([]);
  const smtp = await startSmtp();
  const transport = openTransport({
    smtpUrl: smtp.url,
    mailFrom: 'info@kantoorproefhof.example',
    dataDir: database.dataDir,
  });
  const outbox = startOutbox({
    database,
    delivery: mailDelivery(transport),
    baseMs: 10,
    maxMs: 10,
    log: { warn() {}, error() {} },
  });
  await eventually(async () => expect(await queueHealth(database)).toMatchObject({ waiting: 0 }), 60_000);
  await outbox.stop();
  transport.close();
  expect(smtp.arrivals.length).toBeGreaterThan(stored);
  const everybody = new Set(smtp.arrivals.flatMap(({ to }) => to));
  expect([...everybody].filter((emailAddress) => /evil/.test(emailAddress))).toEqual([]);
  for (const { mail, raw, from, to } of smtp.arrivals) {
    const names = mail.headers.map(({ key }) => key);
    expect(names).not.toEqual(expect.arrayContaining(['bcc']));
    expect(names).not.toEqual(expect.arrayContaining(['x-injected']));
    expect([from, to.length]).toEqual(['info@kantoorproefhof.example', 1]);
    expect(raw.slice(0, raw.indexOf('\r\n\r\n'))).not.toMatch(/^(?:bcc|x-injected|mail from)/im);
  }
});
