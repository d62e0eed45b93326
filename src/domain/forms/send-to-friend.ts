import type { FormDefinition } from './form.ts';
import { email, firstName } from './person-fields.ts';

/** Sends the page of a home to somebody else; no links in the message, so that it serves no spammer. */
export const sendToFriend: FormDefinition = {
  name: 'send-to-friend',
  title: 'SEND_TO_FRIEND',
  about: 'property',
  fields: [
    { ...firstName, name: 'yourName', label: 'YOUR_NAME', autocomplete: 'name', pattern: 'no-links' },
    { ...email, name: 'email', label: 'YOUR_EMAIL' },
    { name: 'friendName', kind: 'text', label: 'FRIEND_NAME', required: false, max: 80, pattern: 'no-links', width: 'half' },
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
      inputMode: 'email',
      width: 'half',
    },
    {
      name: 'message',
      kind: 'textarea',
      label: 'MESSAGE',
      hint: 'NO_LINKS_HINT',
      required: false,
      max: 300,
      pattern: 'no-links',
      wrong: 'VALIDATION_NO_LINKS',
    },
  ],
  thanks: 'SUCCESS_FRIEND',
  mails: ['friend'],
  subject: 'MAIL_SUBJECT_FRIEND',
};
