// Runs before start and test. Plain JavaScript, because it must also run on a Node that is too old for everything else.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 16)) {
  console.error(
    `This project needs Node 22.16 or later; this is Node ${process.versions.node} (${process.execPath}).\n` +
      'On Linux (x64, arm64), "npm install" brings Node 24 along as an optional dependency: run it ' +
      'again without --omit=optional.\n' +
      'On another system, install a current Node from https://nodejs.org.',
  );
  process.exit(1);
}
