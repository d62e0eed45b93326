import { PROMISED } from '../../i18n/promised.ts';
import { type FormDefinition, textOf } from '../form/form.ts';
import { email, firstName } from '../form/person-fields.ts';

/** Sends the page of a property to another person. Links in the message are refused, so that spammers cannot use it. */
export const sendToFriend: FormDefinition = {
  name: 'send-to-friend',
  purpose: 'PROCESSING_FRIEND',
  title: 'SEND_TO_FRIEND',
  entryTitle: 'ENTRY_FRIEND',
  about: 'property',
  aboutRequired: true,
  staysHere: true,
  fields: [
    {
      ...firstName,
      name: 'yourName',
      label: 'YOUR_NAME',
      missing: 'VALIDATION_NAME',
      autocomplete: 'name',
      pattern: 'no-links',
    },
    { ...email, name: 'email', label: 'YOUR_EMAIL' },
    {
      name: 'friendName',
      kind: 'text',
      label: 'FRIEND_NAME',
      required: false,
      max: 80,
      pattern: 'no-links',
      width: 'half',
    },
    {
      name: 'friendEmail',
      kind: 'email',
      label: 'FRIEND_EMAIL',
      required: true,
      fixed: true,
      max: 200,
      pattern: 'email',
      missing: 'VALIDATION_FRIEND_EMAIL',
      wrong: 'VALIDATION_FRIEND_EMAIL_INVALID',
      typo: 'VALIDATION_EMAIL_TYPO',
      inputMode: 'email',
      width: 'half',
    },
    {
      name: 'message',
      kind: 'textarea',
      label: 'MESSAGE',
      hint: 'NO_LINKS_HINT',
      required: false,
      max: PROMISED.friendCharacters,
      pattern: 'no-links',
      wrong: 'VALIDATION_NO_LINKS',
    },
  ],
  thanks: 'SUCCESS_FRIEND',
  needsNoResponse: true,
  subject: 'MAIL_SUBJECT_FRIEND',
  next: () => ['NEXT_FRIEND_MAIL', 'NEXT_FRIEND_REPLY', 'NEXT_FRIEND_ONCE'],
  limits: (values) => [
    { key: `friend:${textOf(values, 'friendEmail').toLowerCase()}`, points: 3, seconds: 86_400 },
    { key: `sender:${textOf(values, 'email').toLowerCase()}`, points: 10, seconds: 86_400 },
  ],
  mails: (mails) => [mails.friend()],
};
