import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'node-html-parser';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { ROLES, type Role } from '../../src/features/staff/rights.ts';
import type { Database } from '../../src/platform/database/database.server.ts';
import type { LiveSite } from '../support/live-site.ts';
import { askStudio, type employAll, openStudio, putLead } from '../support/studio-site.ts';

let live: LiveSite;
let database: Database;
let people: Awaited<ReturnType<typeof employAll>>;

let close = async () => {};
beforeAll(async () => {
  ({ live, people, database, close } = await openStudio(inject('site'), [
    'admin',
    'office',
    'agent',
    'editor',
    'reader',
  ]));
}, 60_000);
afterAll(() => close());

const as = (role: Role) => ({ cookie: people.get(role)!.cookie });
const open = (path: string, role: Role = 'admin') => askStudio(live, path, as(role));
const act = (action: string, fields: Record<string, string>, role: Role = 'admin') =>
  askStudio(live, `/studio/do/${action}/`, { ...as(role), fields });

describe('the first day of an agency', () => {
  const stepsOf = async (role: Role = 'admin') =>
    parse((await open('/studio/', role)).text)
      .querySelectorAll('.s-steps li')
      .map((step) => ({ href: step.querySelector('a')!.getAttribute('href')!, isDone: step.classNames === 'done' }));

  test('is a list of steps that lead somewhere, for who manages staff', async () => {
    const steps = await stepsOf();
    expect(steps.length).toBeGreaterThan(3);
    for (const { href } of steps) expect((await open(href)).status, href).toBe(200);
    expect(await stepsOf('agent')).toEqual([]);
  });

  test('a step is ticked by what is there', async () => {
    const isDone = async (href: string) => (await stepsOf()).find((step) => step.href === href)?.isDone;
    expect(await isDone('/studio/staff/')).toBe(true);
    expect(await isDone('/studio/owners/')).toBe(false);
    const owner = { property: '35141', email: 'eerste@owner.example', name: 'Eerste', language: 'nl', role: 'owner' };
    await act('owner-add', { ...owner, invite: '' });
    expect(await isDone('/studio/owners/')).toBe(true);
  });

  test.each(['brand', 'offices'])('settings/%s.json is a form before there is a file', async (name) => {
    const { status, text } = await open(`/studio/content/settings/${name}/`);
    expect([status, text.includes('<form class="c-form"')]).toEqual([200, true]);
    expect((await open('/studio/content/settings/')).text).toContain(`/studio/content/settings/${name}/`);
  });
});

test('offices begin with the one that visitors know, so that a second one does not replace it', async () => {
  const page = parse((await open('/studio/content/settings/offices/')).text);
  const values = page.querySelectorAll('form.c-form input').map((field) => field.getAttribute('value'));
  const { agency } = JSON.parse(readFileSync(join(live.contentDir, 'settings/site.json'), 'utf8'));
  for (const known of [agency.street, agency.phone, agency.email]) expect(values).toContain(known);
});

describe('an account of a colleague', () => {
  const colleague = {
    name: 'Nieuwe Collega',
    email: 'nieuw@agency.example',
    role: 'office',
    language: 'nl',
    member: '',
  };

  test('every role is explained in a sentence', async () => {
    const said = parse((await open('/studio/staff/')).text).querySelectorAll('#roles dd');
    expect(new Set(said.map(({ text }) => text.trim()).filter((text) => text.endsWith('.'))).size).toBe(ROLES.length);
  });

  test.each(['geen adres', 'an@kaal'])('the address %s, with which nobody can log in, is refused', async (email) => {
    const { status } = await act('staff-add', { ...colleague, email, mail: '' });
    expect([status, live.rows('staff').some((row) => row.email === email)]).toEqual([422, false]);
  });

  test('what was typed stays when something is wrong', async () => {
    const { status, text } = await act('staff-add', { ...colleague, email: 'geen adres', mail: '1' });
    const form = parse(text).querySelector('form[action="/studio/do/staff-add/"]')!;
    expect(status).toBe(422);
    expect(form.querySelector('[name="name"]')?.getAttribute('value')).toBe('Nieuwe Collega');
    expect(form.querySelector('option[value="office"]')?.hasAttribute('selected')).toBe(true);
  });

  test('gets the link by mail where that is ticked, and works with it', async () => {
    await act('staff-add', { ...colleague, mail: '' });
    const mails = () => live.rows('outbox').filter(({ kind }) => kind === 'staff-invitation');
    expect(mails()).toEqual([]);
    await act('staff-add', { ...colleague, name: 'Tweede Collega', email: 'tweede@agency.example', mail: '1' });
    expect(mails().map(({ recipient }) => recipient)).toEqual(['tweede@agency.example']);
    const path = /\/studio\/password\/\?token=[^\s"]+/.exec(String(mails()[0]!.text))![0];
    expect((await askStudio(live, path, {})).text).toContain('name="password"');
  });
});

describe('the search does things, too', () => {
  test('the words of a command lead to its page, a part of them names it', async () => {
    const exact = await open('/studio/search/?q=NIEUWE%20AANVRAAG');
    expect([exact.status, exact.headers.location]).toEqual([303, '/studio/leads/new/']);
    expect((await open('/studio/search/?q=nieuwe')).text).toContain('href="/studio/leads/new/"');
    expect((await open('/studio/search/?q=huisstijl')).headers.location).toBe('/studio/content/settings/brand/');
  });

  test('every command is a page for the roles to which it is offered', async () => {
    for (const role of ROLES) {
      const offered = parse((await open('/studio/account/', role)).text).querySelectorAll('#s-commands option');
      expect(offered.length).toBeGreaterThan(0);
      for (const option of offered) {
        const words = option.getAttribute('value')!;
        const { status, headers } = await open(`/studio/search/?q=${encodeURIComponent(words)}`, role);
        expect([words, status]).toEqual([words, 303]);
        expect([words, (await open(String(headers.location), role)).status]).toEqual([words, 200]);
      }
    }
  });

  test('the keys are a panel on every page', async () => {
    const panel = parse((await open('/studio/leads/')).text).querySelector('#s-keys[popover]');
    expect(panel?.querySelectorAll('kbd').length).toBeGreaterThan(2);
  });
});

describe('a testimonial', () => {
  test('is put on the site from its lead, once', async () => {
    const reference = await putLead(live, {
      name: 'Tevreden',
      email: 'tevreden@visitor.example',
      message: 'Heel goed',
    });
    const values = { firstName: 'Tevreden', lastName: 'Klant', message: 'Heel goed', publish: ['yes'] };
    const lead = { form: 'testimonial', form_values: JSON.stringify(values) };
    await database.db.updateTable('leads').set(lead).where('reference', '=', reference).execute();
    expect((await open(`/studio/leads/${reference}/`)).text).toContain('/studio/do/lead-approve/');
    const first = String((await act('lead-approve', { reference })).headers.location);
    const second = String((await act('lead-approve', { reference })).headers.location);
    expect(second).toBe(first);
    const file = join(live.contentDir, 'testimonials', `${/testimonial-\d+/.exec(first)![0]}.json`);
    expect(existsSync(file) && readFileSync(file, 'utf8')).toContain('Heel goed');
    expect(live.rows('leads').find((row) => row.reference === reference)?.status).toBe('handled');
  });

  test('without the consent of the client cannot be', async () => {
    const reference = await putLead(live, { email: 'stil@visitor.example' });
    const values = { firstName: 'Stil', message: 'Niet delen' };
    const lead = { form: 'testimonial', form_values: JSON.stringify(values) };
    await database.db.updateTable('leads').set(lead).where('reference', '=', reference).execute();
    expect((await act('lead-approve', { reference })).status).toBe(404);
  });
});
