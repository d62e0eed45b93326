import { join } from 'node:path';
import { judgeChoices } from '../../src/commands/new-agency/agency-choices.ts';
import { writeAgency } from '../../src/commands/new-agency/write-agency.ts';
import { change } from './small-content.ts';

/** Writes the content of a new agency in Dutch and French. Its default, French, is not the first in its list. */
export async function writeNewAgency(contentDir: string): Promise<void> {
  const judged = judgeChoices({
    ...{ name: 'Huis & Thuis', languages: 'fr,nl', region: 'flanders', business: 'both', colour: '#1d4e89' },
    ...{
      email: 'info@huisthuis.example',
      phone: '015 12 34 56',
      street: 'Marktstraat 1',
      zip: '2800',
      city: 'Mechelen',
    },
  });
  if ('problems' in judged) throw new Error(judged.problems.join('\n'));
  await writeAgency(contentDir, judged.choices);
  change(join(contentDir, 'settings/site.json'), (site) => ({ ...site, enabledLanguages: ['nl', 'fr'] }));
}
