import { textOf } from '../form/form.ts';
import { CAMPAIGN_KEYS, campaignIn } from '../statistics/campaign.ts';

const LONGEST_PAGE = 300;

/**
 * The page that led a visitor to a form, and the campaign that led to the page. A form carries the campaign in its
 * field `page`; a system that posts forms itself can send the parameters as fields.
 */
export function cameFrom(raw: Readonly<Record<string, unknown>>): { page: string; campaign: Record<string, string> } {
  const page = textOf(raw, 'page');
  const at = page.indexOf('?');
  const search = new URLSearchParams(at < 0 ? '' : page.slice(at + 1));
  const carried = campaignIn(search);
  const fields = CAMPAIGN_KEYS.flatMap((key) => (textOf(raw, key) ? [[key, textOf(raw, key)]] : []));
  const campaign = { ...carried, ...campaignIn(new URLSearchParams(fields)) };
  if (Object.keys(carried).length === 0) return { page: page.slice(0, LONGEST_PAGE), campaign };
  for (const key of CAMPAIGN_KEYS) search.delete(key);
  const rest = String(search);
  return { page: (page.slice(0, at) + (rest && `?${rest}`)).slice(0, LONGEST_PAGE), campaign };
}
