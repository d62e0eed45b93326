import { expect, test } from 'vitest';
import { exportWork, findWork } from '../../src/features/lead/lead-list.server.ts';
import { assignLead } from '../../src/features/lead/lead-work.server.ts';
import { storeLead } from '../../src/features/lead/store-lead.server.ts';
import { sampleLead } from '../support/sample-lead.ts';
import { ENGINES, openStorage } from '../support/storage.ts';

test.each(ENGINES)(
  'a list of the studio is exported as it is filtered, for Excel in Belgium, on %s',
  async (engine) => {
    const { database } = await openStorage(engine);
    const texts = ['=HYPERLINK("x")', '+cmd', '-2+3', '@SUM(A1)', '\t=1', 'één; twee', '+32 470 12 34 56'];
    for (const [at, remark] of texts.entries()) {
      const form = at < 6 ? 'contact-me' : 'offer';
      const values = { firstName: 'Zoë', email: `a${at}@visitor.example`, remark };
      await storeLead(database, { ...sampleLead({ token: `${at}`, form }), values, within: async () => [] });
    }
    const { reference } = await storeLead(database, sampleLead({ token: 'last', form: 'offer' }));
    const lotte = { id: 'lotte', name: 'Lotte' };
    await assignLead(database, (await findWork(database, reference))!, { to: lotte, expected: null }, lotte);
    const csv = async (filter: Parameters<typeof exportWork>[1]) => {
      let text = '';
      for await (const piece of exportWork(database, filter, new Map([['lotte', 'Lotte Maes']]))) text += piece;
      return text.split('\r\n').slice(0, -1);
    };
    const all = await csv({});
    expect(all).toHaveLength(9);
    expect(all[0]!.startsWith('\uFEFFreference;createdAt;form;')).toBe(true);
    expect(all.filter((line) => /(?:^|;)"?\s*[=+@-](?!32)/.test(line))).toEqual([]);
    expect(all.join('\n')).toContain(`;"'=HYPERLINK(""x"")"`);
    expect(all.join('\n')).toContain(';"één; twee"');
    expect(all.join('\n')).toContain(';+32 470 12 34 56');
    expect(await csv({ form: 'offer' })).toHaveLength(3);
    expect(await csv({ text: 'sum(a1)' })).toHaveLength(2);
    const [head, line, ...others] = await csv({ assigned: 'lotte' });
    expect(others).toEqual([]);
    expect(line!.split(';')[head!.split(';').indexOf('assignedTo')]).toBe('Lotte Maes');
  },
);
