import * as z from 'zod';
import { localizedText, slugText } from '../../content/fields/fields.ts';
import { isOneOf } from '../../platform/values/values.ts';

/** What can stand between braces in a reply. */
export const REPLY_PLACES = ['name', 'property', 'agent', 'agency', 'phone', 'link'] as const;
type ReplyPlace = (typeof REPLY_PLACES)[number];

const reply = z
  .object({
    id: slugText.describe('Name of the reply in the studio, such as "still-available"'),
    title: localizedText.describe('What staff read in the list of replies'),
    text: localizedText
      .meta({ as: 'long' })
      .describe(
        'The reply, without salutation and closing. {name}, {property}, {agent}, {agency}, {phone} and {link} (the ' +
          'page of the property) are filled in',
      ),
    forms: z
      .array(z.string())
      .meta({ kind: 'choices', of: 'form' })
      .default([])
      .describe('Forms for which it is offered; empty = all'),
  })
  .strict();

/** content/settings/replies.json: replies to leads, which staff complete in the studio. */
export const replySettings = z.object({ $schema: z.string().optional(), replies: z.array(reply).default([]) }).strict();

const PLACE = /\{(\w+)\}/g;

/** The places of a text that no reply knows. */
export const unknownPlaces = (text: string): string[] =>
  [...text.matchAll(PLACE)].map(([, name = '']) => name).filter((name) => !isOneOf(REPLY_PLACES, name));

/**
 * A reply with its places filled in; a place without a value becomes empty.
 * @example filledReply('Dag {name}', { name: 'An' }) // 'Dag An'
 */
export const filledReply = (text: string, values: Readonly<Partial<Record<ReplyPlace, string>>>): string =>
  text.replace(PLACE, (place, name: string) => (isOneOf(REPLY_PLACES, name) ? (values[name] ?? '') : place));
