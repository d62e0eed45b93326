import { withHiddenAddress } from '../../../domain/property/hidden-address.ts';
import type { Property } from '../../../domain/property/property.ts';
import { fieldOf } from './content.ts';
import type { ContentProblem } from './content-problem.ts';

/** Reports the texts of a property that name its hidden address; the site shows them nowhere. */
export function addressProblems(property: Property): ContentProblem[] {
  const { ID, Street = '' } = property;
  return withHiddenAddress(property).named.map(({ path, isLeftOut }) => ({
    ...{ severity: 'warning', kind: 'value', file: `properties/${ID}.json`, path, field: fieldOf(path) },
    found: `the hidden address (${Street || 'a street with its number'})`,
    allowed: isLeftOut
      ? 'so this text is shown nowhere; remove the street from it, or set PublishAddress to true'
      : 'visitors may see it; rename it, or set PublishAddress to true',
    say: { label: isLeftOut ? 'FINDING_ADDRESS_NAMED' : 'FINDING_ADDRESS_IN_NAME', values: {} },
  }));
}
