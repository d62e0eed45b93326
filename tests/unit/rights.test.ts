import { expect, test } from 'vitest';
import { type Reach, RIGHTS, ROLES, type Role, reachOf } from '../../src/features/staff/rights.ts';
import { keysOf } from '../../src/platform/values/values.ts';

/**
 * What each role may, seen from the person who has it. The table of the product is ordered by right: a role that loses
 * or gains one there by a slip differs from this.
 */
const MAY: Readonly<Record<Role, Partial<Record<Reach, string>>>> = {
  admin: { all: keysOf(RIGHTS).join(' ') },
  office: {
    all: `enter leads.read leads.reply leads.add leads.assign offers.decide leads.export person.export person.merge
      seekers.read agenda.read agenda.change content.read content.change properties.texts properties.facts pages.read
      pages.change settings.read settings.hours translations.read translations.change texts.replace publish rollback
      owners.see owners.see-as owners.invite figures.read settings.office`,
  },
  agent: {
    all: 'enter seekers.read agenda.read content.read translations.read publish',
    own: `leads.reply leads.add offers.decide agenda.change content.change properties.texts properties.facts
      settings.read settings.hours translations.change owners.see owners.see-as owners.invite`,
    open: 'leads.read',
    take: 'leads.assign',
  },
  editor: {
    all: `enter content.read content.change properties.texts pages.read pages.change translations.read
      translations.change texts.replace`,
  },
  reader: { all: 'enter leads.read agenda.read content.read pages.read translations.read' },
};

test.each(ROLES)('a person with the role %s may this and nothing else', (role) => {
  const named = Object.entries(MAY[role]).flatMap(([reach, rights]) =>
    rights.split(/\s+/).map((right) => `${right}: ${reach}`),
  );
  const has = keysOf(RIGHTS).flatMap((right) => {
    const reach = reachOf(role, right);
    return reach ? [`${right}: ${reach}`] : [];
  });
  expect(has.sort()).toEqual(named.sort());
});
