import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What the types of schema-dts, which are generated from schema.org, say of one interface. */
interface Described {
  above: string[];
  properties: string[];
}

const INTERFACE = /^(?:export )?interface (\w+) extends ([^{]+) \{$/;

/** The properties that schema.org gives to a type, those of the types above it included; null for an unknown type. */
export function openVocabulary(): (type: string) => ReadonlySet<string> | null {
  const file = fileURLToPath(import.meta.resolve('schema-dts')).replace(/\.js$/, '.d.ts');
  const described = new Map<string, Described>();
  let current: Described | undefined;
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const [, name, above] = INTERFACE.exec(line) ?? [];
    if (name && above) {
      current = { above: above.split(',').map((one) => one.trim()), properties: [] };
      described.set(name, current);
    } else if (line === '}') current = undefined;
    else {
      const [, property] = /^ {4}"([^"]+)"\??:/.exec(line) ?? [];
      if (property) current?.properties.push(property);
    }
  }
  const all = (name: string): string[] => {
    const one = described.get(name);
    return one ? [...one.properties, ...one.above.flatMap(all)] : [];
  };
  return (type) => (described.has(`${type}Leaf`) ? new Set(['@type', '@id', ...all(`${type}Leaf`)]) : null);
}
