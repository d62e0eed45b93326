import { beforeAll, describe, expect, test } from 'vitest';
import type { Site } from '../../src/content/site/site.ts';
import { FORMS } from '../../src/features/lead/forms.ts';
import { LANGUAGES } from '../support/odd-content.ts';
import { about, openForms } from '../support/open-forms.ts';
import { carelessFrench, foreignWords } from '../support/stop-words.ts';
import { ENGINES } from '../support/storage.ts';
import { agencySite } from '../support/submit.ts';

/** All mails of all forms, sent in one language; every optional question is answered, in words of no language. */
async function mailsIn(language: string, site: Site) {
  const { post, rows } = await openForms(ENGINES[0]!, site, 'off');
  for (const { name } of FORMS)
    await post(name, {
      language,
      ...about(name),
      message: 'Ok 123',
      contactPreference: 'email',
      timeSlot: '10:00-13:00',
      place: 'Ok',
    });
  const { mails } = await rows();
  return mails;
}

let site: Site;
beforeAll(() => {
  site = agencySite([...LANGUAGES]);
});
const known = new Map<string, ReturnType<typeof mailsIn>>();
/** Posts the forms once per language: the storage belongs to the first test that asks. */
async function mailsOf(code: string) {
  const mails = await (known.get(code) ?? mailsIn(code, site));
  known.set(code, Promise.resolve(mails));
  return mails;
}
/** Mails to the agency are in its own language. */
const toVisitors = async (code: string) => (await mailsOf(code)).filter(({ kind }) => !kind.endsWith('-agency'));
const mailOf = async (code: string, kind: string) => (await mailsOf(code)).find((mail) => mail.kind === kind)!;

describe.each(LANGUAGES)('the mails of forms that are posted in %s', (code) => {
  test('are about everything that visitors can send', async () => {
    expect((await toVisitors(code)).length).toBeGreaterThan(7);
    expect((await mailsOf(code)).length).toBeGreaterThan(15);
  });

  test('ask nothing in the label of a row and leave no place open', async () => {
    const wrong = (await mailsOf(code)).flatMap(({ kind, subject, text }) =>
      (`${subject}\n${text}`.match(/.*(?:\?\s?:|:\s*·|\{\w+\}|undefined|\[object).*/g) ?? []).map(
        (line) => `${kind}: ${line}`,
      ),
    );
    expect(wrong).toEqual([]);
  });

  test('are in that language only', async () => {
    const foreign = (await toVisitors(code)).flatMap(({ kind, subject, text }) =>
      foreignWords(`${subject}\n${text.replace(/https?:\S+/g, '')}`, code).map((word) => `${kind}: ${word}`),
    );
    expect(foreign).toEqual([]);
  });

  test('greet the visitor by the same name', async () => {
    const greeted = (await toVisitors(code)).filter(({ recipient }) => recipient === 'margriet@example.be');
    const nameless = ['newsletter-confirm'];
    expect(
      greeted
        .filter(
          ({ kind, text }) =>
            !nameless.includes(kind) &&
            !/ (?:Margriet|mevrouw|Madame|Ms|Frau) Maertens,| Margriet Maertens,/.test(text),
        )
        .map(({ kind }) => kind),
    ).toEqual([]);
  });
});

test('a French mail has non-breaking spaces at its punctuation, and no elision is missing', async () => {
  const careless = (await toVisitors('fr')).flatMap(({ kind, subject, text }) => [
    ...carelessFrench(`${subject}\n${text.replace(/https?:\S+/g, '')}`).map((found) => `${kind}: ${found}`),
    ...(`${subject}\n${text}`.match(/\b(?:de|que|le|la) [AEIOUHÉÈÀ]\p{L}*/gu) ?? []).map(
      (found) => `${kind}: ${found}`,
    ),
  ]);
  expect(careless).toEqual([]);
});

test('a receipt names what was sent, and the property or project that it is about', async () => {
  expect([
    (await mailOf('nl', 'offer-receipt')).subject,
    (await mailOf('nl', 'contact-demand-receipt')).subject,
    (await mailOf('nl', 'contact-me-receipt')).subject,
  ]).toEqual([
    expect.stringContaining('uw bod'),
    expect.stringContaining('uw schattingsaanvraag'),
    expect.stringContaining('uw bericht'),
  ]);
  const project = await mailOf('nl', 'contact-construction-receipt');
  const title = site.projects[0]!.TypeDescription.nl;
  expect(project.text).toContain(`Project: ${title}`);
  expect(project.text).toContain('/nl/projecten/');
  const receipt = await mailOf('nl', 'contact-me-receipt');
  expect(receipt.text).toMatch(/^Ref: \d+\n.+: https?:\/\/\S+\/nl\/te-(koop|huur)\/\S+\n.+$/m);
  expect(receipt.html).toMatch(/<img[^>]+\/media\/[^>]+width=600/);
  // The person who replies, with their telephone number, below the closing.
  const id = Number(/\/(\d+)\//.exec(receipt.text)?.[1]);
  const { name } = site.members.find((member) => member.id === site.listing(id)?.manager)!;
  expect(receipt.text).toMatch(new RegExp(`^${name}\\n.+\\n[\\d ]+\\n\\n-- $`, 'm'));
});
