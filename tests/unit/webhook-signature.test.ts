import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { parseWebhookSecrets, parseWebhookUrls } from '../../src/platform/environment/settings-schema.server.ts';
import { webhookHeaders, webhookKeyOf } from '../../src/platform/http/signatures.server.ts';

const SECRET = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';
const OTHER = 'whsec_ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA=';
const BODY = JSON.stringify({
  type: 'lead.created',
  timestamp: '2026-11-22T09:30:00.000Z',
  data: { message: 'é "x"' },
});

describe('the signature of a webhook', () => {
  test('is that of Standard Webhooks for a known secret, ID, moment and body', () => {
    // Made with the public library standardwebhooks.
    const sent = { id: 'msg_2611_7KQ4M', body: '{"type":"lead.created"}', nowMs: 1_795_339_800_999 };
    expect(webhookHeaders(sent, [SECRET])).toEqual({
      'webhook-id': 'msg_2611_7KQ4M',
      'webhook-timestamp': '1795339800',
      'webhook-signature': new Webhook(SECRET).sign('msg_2611_7KQ4M', new Date(1_795_339_800_000), sent.body),
    });
  });

  test('is accepted by the public library, with any of several secrets', () => {
    const headers = webhookHeaders({ id: 'msg_1', body: BODY, nowMs: Date.now() }, [SECRET, OTHER]);
    for (const secret of [SECRET, OTHER])
      expect(new Webhook(secret).verify(BODY, headers)).toMatchObject({ type: 'lead.created' });
    expect(() => new Webhook(SECRET).verify(BODY.replace('x', 'y'), headers)).toThrow('No matching signature found');
    const third = 'whsec_QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo=';
    expect(() => new Webhook(third).verify(BODY, headers)).toThrow('No matching signature found');
  });

  test('is left out without a secret', () => {
    expect(webhookHeaders({ id: 'msg_1', body: BODY, nowMs: 5000 }, [])).toEqual({
      'webhook-id': 'msg_1',
      'webhook-timestamp': '5',
    });
  });

  test.each(['', 'whsec_', 'MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=', 'whsec_c2hvcnQ=', 'whsec_?'])(
    'a secret of another form is none: %s',
    (secret) => expect(webhookKeyOf(secret)).toBeNull(),
  );
});

describe('the variables of webhooks', () => {
  test('secrets by target; a target may have several', () => {
    expect(parseWebhookSecrets(`crm=${SECRET}  zapier=${OTHER}\n crm=${OTHER}`)).toEqual(
      new Map([
        ['crm', [SECRET, OTHER]],
        ['zapier', [OTHER]],
      ]),
    );
    expect(parseWebhookSecrets('')).toEqual(new Map());
  });

  test('URLs by target, each once', () => {
    expect(parseWebhookUrls('make=https://hook.example/a?b=c,d')).toEqual(
      new Map([['make', 'https://hook.example/a?b=c,d']]),
    );
    expect(parseWebhookUrls('a=https://a.example a=https://b.example')).toBeNull();
    expect(parseWebhookUrls('https://a.example')).toBeNull();
  });
});
