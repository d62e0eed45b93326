import { beforeAll, describe, expect, test } from 'vitest';
import { followMailLink } from '../../src/app/mail-link.ts';
import { bound } from '../../src/content/site/ctx.server.ts';
import type { Site } from '../../src/content/site/site.ts';
import { findWork, listWork, waitsSince } from '../../src/features/lead/lead-list.server.ts';
import * as agendaService from '../../src/features/viewing/studio/studio-agenda.server.ts';
import { agendaFeed } from '../../src/features/viewing/studio/studio-agenda.server.ts';
import type { ViewingChange } from '../../src/features/viewing/viewing-facts.server.ts';
import { mailLinkToken } from '../../src/platform/signing/mail-link.server.ts';
import { present } from '../../src/platform/values/values.ts';
import { openViewings } from '../support/open-viewings.ts';
import { LOTTE } from '../support/staff.ts';
import { ENGINES } from '../support/storage.ts';
import { agencySite, SECRET } from '../support/submit.ts';

let agency: Site;
beforeAll(() => {
  agency = agencySite();
});

describe.each(ENGINES)('the lead of a viewing, on %s', (engine) => {
  const open = async (remark: string, confirm: 'agency' | 'auto' = 'agency') => {
    const opened = await openViewings(engine, agency, { confirm });
    const { database, parts, free, book, viewings } = opened;
    const [first = '', second = ''] = await free();
    await book(first, { remark });
    const viewing = present((await viewings())[0], 'viewing');
    const lead = async () => {
      const [{ reference } = { reference: '' }] = await listWork(database, { ids: [viewing.lead_id ?? ''] });
      return present(await findWork(database, reference), reference);
    };
    const agenda = bound({ ...parts, wakeOutbox() {} }, agendaService);
    const follow = (link: Parameters<typeof mailLinkToken>[1]) =>
      followMailLink({ ...parts, contentDir: '' }, mailLinkToken(SECRET, link));
    return { ...opened, viewing, lead, agenda, follow, second };
  };

  test.each<[string, (second: string) => ViewingChange, boolean]>([
    ['confirms', () => ({ do: 'confirm' }), true],
    ['moves', (second) => ({ do: 'move', startsAt: second, by: 'agency' }), true],
    ['cancels', () => ({ do: 'cancel', by: 'agency' }), false],
  ])(
    'the agency %s it in the studio: it is a response, unless there is a question; undone it is none',
    async (_what, changeOf, ends) => {
      for (const remark of ['', 'Kan ik met de rolstoel binnen?']) {
        const { viewing, lead, agenda, second } = await open(remark);
        expect(waitsSince(await lead())).not.toBeNull();
        // A question that has no reply yet still waits.
        const isAsked = ends && remark !== '';
        const became = isAsked ? 'asked' : ends ? 'handled' : 'responded';
        expect(await agenda.change(viewing.id, changeOf(second), LOTTE)).toEqual({ ok: true, lead: became });
        expect(waitsSince(await lead()) !== null).toBe(isAsked);
        expect((await lead()).status).toBe(became === 'handled' ? 'handled' : 'new');
        const change = present(await agenda.undoable(LOTTE), 'change');
        expect(await agenda.undo(change.id, LOTTE)).toMatchObject({ ok: true });
        expect(waitsSince(await lead())).not.toBeNull();
        expect((await lead()).status).toBe('new');
      }
    },
  );

  test('the same by the links of the mail to the agency, but not when the visitor cancels', async () => {
    const confirmed = await open('');
    await confirmed.follow({ do: 'confirm-viewing', viewing: confirmed.viewing.id });
    expect([waitsSince(await confirmed.lead()), (await confirmed.lead()).status]).toEqual([null, 'handled']);
    const refused = await open('');
    await refused.follow({ do: 'cancel-viewing', viewing: refused.viewing.id, by: 'agency' });
    expect([waitsSince(await refused.lead()), (await refused.lead()).status]).toEqual([null, 'new']);
    const left = await open('');
    await left.follow({ do: 'cancel-viewing', viewing: left.viewing.id, by: 'visitor' });
    expect(waitsSince(await left.lead())).not.toBeNull();
  });

  test('who gets a time at once waits for nothing, unless there is a question', async () => {
    expect(waitsSince(await (await open('', 'auto')).lead())).toBeNull();
    expect(waitsSince(await (await open('Mag mijn hond mee?', 'auto')).lead())).not.toBeNull();
  });

  test('what the visitor wrote is in the agenda, on the viewing, in the feed and in the mails', async () => {
    const remark = 'Kan ik met de rolstoel binnen?';
    const { viewing, agenda, mails } = await open(remark);
    const day = viewing.starts_at.slice(0, 10);
    expect((await agenda.list({ day, days: 1 }, 'nl')).map((one) => one.remark)).toEqual([remark]);
    const found = present(await agenda.find(viewing.id, 'nl'), 'viewing');
    expect(found.remark).toBe(remark);
    expect(agendaFeed([found], { name: 'x', language: 'nl', domain: 'x.example' })).toContain('rolstoel');
    await agenda.change(viewing.id, { do: 'confirm' }, LOTTE);
    const toAgent = await mails('viewing-confirmed-agency');
    expect(toAgent.length).toBeGreaterThan(0);
    for (const { text, attachments } of toAgent) {
      expect(text).toContain(remark);
      expect(JSON.parse(attachments)[0].content.replace(/\r\n /g, '')).toContain('rolstoel');
    }
  });
});
