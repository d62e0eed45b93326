/** What an owner can say to a viewing, with the label of the choice. */
export const REPLY_LABELS = {
  fine: 'REPLY_FINE',
  declined: 'REPLY_DECLINED',
  'other-time': 'REPLY_OTHER_TIME',
} as const;
