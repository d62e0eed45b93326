// astro-i18next reads only a .cjs or .ts file. The labels are handed over as resources, so that no path of this machine
// ends in the bundle and no label file is served. Its writer does not escape text, hence the escaping here.
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { I18NEXT_OPTIONS, i18nextResources, readLabels } = require('./src/i18n/resources.server.ts');

const contentDir = process.env.CONTENT_DIR || join(__dirname, 'content');
// A bundle has the labels of the product; those of the content are loaded with each version.
const labelsDir = process.env.DORPEL_BUNDLE_DIR || contentDir;
const site = JSON.parse(readFileSync(join(contentDir, 'settings/site.json'), 'utf8'));
const escaped = (value) =>
  typeof value === 'string'
    ? JSON.stringify(value).slice(1, -1)
    : Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, escaped(inner)]));

module.exports = {
  defaultLocale: site.defaultLanguage,
  locales: site.enabledLanguages,
  load: ['server'],
  showDefaultLocale: true,
  i18nextServerPlugins: { fsBackend: null },
  i18nextServer: {
    ...I18NEXT_OPTIONS,
    backend: {},
    fallbackLng: false,
    resources: escaped(i18nextResources(readLabels(labelsDir, site.enabledLanguages))),
  },
};
