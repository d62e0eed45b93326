import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** What a site asks of an authenticator. */
interface Options {
  challenge: string;
  rp?: { id?: string };
  rpId?: string;
}

interface Way {
  origin: string;
  /** false: the device does not ask for a fingerprint or a PIN. */
  isUserVerified?: boolean;
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64url = (data: Buffer) => data.toString('base64url');

/** CBOR (RFC 8949) of small integers, texts, bytes and maps: what an attestation without statement consists of. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, n: number) => {
    if (n < 24) return Buffer.from([(major << 5) | n]);
    return n < 256 ? Buffer.from([(major << 5) | 24, n]) : Buffer.from([(major << 5) | 25, n >> 8, n & 255]);
  };
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const pairs = [...value].flatMap(([key, one]) => [cbor(key), cbor(one as Buffer)]);
  return Buffer.concat([head(5, value.size), ...pairs]);
}

/** A device with one passkey (ES256), as a browser would use it. */
export function makeAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  let counter = 0;
  const clientData = (type: string, { challenge }: Options, { origin }: Way) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authData = (rpId: string, { isUserVerified = true }: Way, more = Buffer.alloc(0)) => {
    counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const flags = 1 | (isUserVerified ? 4 : 0) | (more.length > 0 ? 64 : 0);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, more]);
  };
  const shared = { id: base64url(id), rawId: base64url(id), type: 'public-key', clientExtensionResults: {} };

  return {
    id: base64url(id),
    /** Sets the number of uses back, as a copy of the device would. */
    rewind: () => {
      counter = 0;
    },
    /** The response to a request for a new passkey. */
    make(options: Options, way: Way) {
      const key = new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]);
      const idLength = Buffer.from([0, id.length]);
      const data = authData(
        options.rp?.id ?? '',
        way,
        Buffer.concat([Buffer.alloc(16), idLength, id, cbor(key as Map<number, unknown>)]),
      );
      const attestationObject = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', data],
        ]),
      );
      const response = {
        clientDataJSON: base64url(clientData('webauthn.create', options, way)),
        attestationObject: base64url(attestationObject),
        transports: ['internal'],
      };
      return { ...shared, response };
    },
    /** The response to a request to use the passkey. */
    use(options: Options, way: Way) {
      const client = clientData('webauthn.get', options, way);
      const data = authData(options.rpId ?? '', way);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
      };
      return { ...shared, response };
    },
  };
}
