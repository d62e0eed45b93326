import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { postForm, tokenOf } from '../support/contact-form.ts';
import { testFolder } from '../support/folder.ts';
import { runCommand } from '../support/run-command.ts';
import { change, copySmallContent } from '../support/small-content.ts';
import { startSmtp } from '../support/smtp.ts';
import { startSite } from '../support/start-site.ts';
import { emptyStorage } from '../support/storage.ts';
import { VALID_VALUES } from '../support/valid-values.ts';

const SITE_URL = 'http://small.example';

describe('two web processes on one PostgreSQL', () => {
  test('share requests, limits and the outbox, and both show what is published', async () => {
    const root = testFolder();
    const contentDir = join(root, 'content');
    const { url = '' } = await emptyStorage('postgres');
    const smtp = await startSmtp();
    const variables = {
      DATABASE_URL: url,
      SMTP_URL: smtp.url,
      MAIL_FROM: 'info@small.example',
      CAPTCHA: 'off',
      TRUST_PROXY: 'loopback',
      SECRET: '',
      LOG_LEVEL: 'trace',
    };
    copySmallContent(contentDir, { defaultLanguage: 'nl', enabledLanguages: ['nl'] });
    change(join(contentDir, 'settings/forms.json'), (forms) => ({ ...forms, minimumSeconds: 0 }));
    const own = { contentDir, dataDir: join(root, 'data') };
    const first = await startSite({ ...own, variables });
    await first.says(/Ready/);
    const second = await startSite({ ...own, variables });
    await second.says(/Ready/);
    const sites = [first, second];
    try {
      // One form, sent to both processes at once: one lead, one reference, two mails.
      const form = { ...VALID_VALUES['site-contact'], token: await tokenOf(first.port), language: 'nl' };
      const replies = await Promise.all(
        [first, second, first, second].map(({ port }) => postForm(port, form, SITE_URL)),
      );
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(new Set(replies.map(({ reference }) => reference)).size).toBe(1);
      await expect.poll(() => smtp.arrivals.length, { timeout: 15_000 }).toBe(2);
      expect(new Set(smtp.arrivals.map(({ mail }) => mail.messageId)).size).toBe(2);

      // The limit counts posts to either process.
      const statuses: number[] = [];
      for (let at = 0; at < 60 && !statuses.includes(429); at += 1) {
        const { port } = sites[at % 2]!;
        statuses.push(
          (
            await postForm(
              port,
              { ...form, token: await tokenOf(port), message: `Vraag ${at}` },
              SITE_URL,
              '203.0.113.9',
            )
          ).status,
        );
      }
      const over = statuses.indexOf(429);
      expect(over).toBeGreaterThan(0);
      const other = sites[(over + 1) % 2]!;
      expect(
        (
          await postForm(
            other.port,
            { ...form, token: await tokenOf(other.port), message: 'Nog een' },
            SITE_URL,
            '203.0.113.9',
          )
        ).status,
      ).toBe(429);

      // Whatever is logged, it names nobody.
      const logged = sites.map(({ said }) => said()).join('');
      const { email, message } = form as unknown as { email: string; message: string };
      for (const personal of [email, message, '203.0.113.']) expect(logged).not.toContain(personal);

      change(join(contentDir, 'properties/35187.json'), (property) => ({
        ...property,
        TypeDescription: { nl: 'Vierde huis', fr: 'Vierde huis' },
      }));
      const { out } = await runCommand(['publish', '--json'], {
        CONTENT_DIR: contentDir,
        DATA_DIR: own.dataDir,
        SITE_URL,
        DATABASE_URL: url,
      });
      expect(JSON.parse(out)).toMatchObject({ ok: true, servers: 2 });
      for (const { port } of sites)
        expect(
          await (await fetch(`http://127.0.0.1:${port}/nl/te-koop/`, { headers: { Connection: 'close' } })).text(),
        ).toContain('Vierde huis');
    } finally {
      await Promise.all(sites.map((one) => one.stop()));
    }
  });
});
