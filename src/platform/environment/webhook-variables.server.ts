import { webhookKeyOf } from '../http/webhook-signature.server.ts';

type Pair = [name: string, value: string];

/**
 * The secrets of webhook targets by their names; null when the text has another form. A name that stands there twice
 * has two secrets.
 * @example parseWebhookSecrets('crm=whsec_MDEy… crm=whsec_NDU2…')?.get('crm') // ['whsec_MDEy…', 'whsec_NDU2…']
 */
export function parseWebhookSecrets(text: string): Map<string, string[]> | null {
  const pairs = pairsIn(text);
  if (!pairs?.every(([, secret]) => webhookKeyOf(secret))) return null;
  const secrets = new Map<string, string[]>();
  for (const [name, secret] of pairs) secrets.set(name, [...(secrets.get(name) ?? []), secret]);
  return secrets;
}

/**
 * The URLs of webhook targets by their names; null when the text has another form or names a target twice.
 * @example parseWebhookUrls('zapier=https://hooks.example/1')?.get('zapier') // 'https://hooks.example/1'
 */
export function parseWebhookUrls(text: string): Map<string, string> | null {
  const pairs = pairsIn(text);
  if (!pairs?.every(([, url]) => /^https?:\/\//.test(url) && URL.canParse(url))) return null;
  const urls = new Map(pairs);
  return urls.size === pairs.length ? urls : null;
}

function pairsIn(text: string): Pair[] | null {
  const pairs = text
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => /^([a-z][a-z0-9-]*)=(.+)$/.exec(word));
  return pairs.every((pair) => pair !== null) ? pairs.map(([, name, value]) => [name!, value!]) : null;
}
