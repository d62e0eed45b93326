import { withHiddenAddress } from '../../features/property/hidden-address.ts';
import type { Project } from '../../features/property/project.ts';
import type { Property } from '../../features/property/property.ts';
import { fieldOf } from '../content.ts';
import type { ContentProblem } from './problems.ts';

/** Reports the texts of a property or project that name its hidden address; the site shows them nowhere. */
export function addressProblems(place: Property | Project): ContentProblem[] {
  const { ID, Street = '' } = place;
  const [folder, field] = 'PublicAddress' in place ? ['projects', 'PublicAddress'] : ['properties', 'PublishAddress'];
  return withHiddenAddress(place).named.map(({ path, isLeftOut }) => ({
    ...{ severity: 'warning', kind: 'value', file: `${folder}/${ID}.json`, path, field: fieldOf(path) },
    found: `the hidden address (${Street || 'a street with its number'})`,
    allowed: isLeftOut
      ? `so this text is shown nowhere; remove the street from it, or set ${field} to true`
      : `visitors may see it; rename it, or set ${field} to true`,
    say: { label: isLeftOut ? 'FINDING_ADDRESS_NAMED' : 'FINDING_ADDRESS_IN_NAME', values: {} },
  }));
}
