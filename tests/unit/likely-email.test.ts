import { expect, test } from 'vitest';
import { likelyEmailAddress, MAIL_PROVIDERS } from '../../src/platform/text/contact-details.ts';

const domains = Object.entries(MAIL_PROVIDERS).flatMap(([name, ends]) => ends.map((end) => `${name}.${end}`));
const own = (name: string) => Object.hasOwn(MAIL_PROVIDERS, name);

/** Every slip of one letter in the name of a provider, the first letter apart: left out, doubled, or moved. */
const slips = (domain: string): string[] => {
  const [name = '', ...end] = domain.split('.');
  return [...name].flatMap((letter, at) => {
    if (at === 0) return [];
    const [before, after] = [name.slice(0, at), name.slice(at + 1)];
    const moved = name.slice(0, at - 1) + letter + name[at - 1] + after;
    return [before + after, before + letter + letter + after, at > 1 ? moved : before + after]
      .filter((slip) => slip !== name && !own(slip))
      .map((slip) => [slip, ...end].join('.'));
  });
};

test.each(domains)('every slip of one letter in %s is asked about', (domain) => {
  for (const slip of slips(domain)) {
    const likely = likelyEmailAddress(`an.Peeters@${slip}`) ?? '';
    expect(likely, slip).toMatch(/^an\.Peeters@/);
    expect(domains, slip).toContain(likely.split('@')[1]);
  }
});

test.each([
  ['an@gmail.con', 'an@gmail.com'],
  ['an@gmail.co', 'an@gmail.com'],
  ['an@hotmial.com', 'an@hotmail.com'],
  ['an@Telnet.be', 'an@telenet.be'],
  ['a@gmial.com', 'a@gmail.com'],
])('%s is asked about as %s', (typed, likely) => {
  expect(likelyEmailAddress(typed)).toBe(likely);
});

test.each([
  ...domains,
  ...['hotmail.it', 'yahoo.es', 'outlook.it', 'mail.com', 'email.com', 'live.nl', 'gmx.de', 'me.com', 'icloud.com'],
  ...['kantoorproefhof.example', 'skyline.be', 'gemeente.be', 'scarlett-design.be', 'example.be'],
])('an address at %s is taken as it is', (domain) => {
  expect(likelyEmailAddress(`an@${domain}`)).toBeNull();
});

test.each(['', 'an', '@gmial.com', 'gmial.com'])('%j is no address to ask about', (typed) => {
  expect(likelyEmailAddress(typed)).toBeNull();
});
