// @ts-check
// Ends the process in one line on a Node that is too old. It is imported before any module that such a Node cannot load,
// so it uses only what every Node with ES modules has.
const MIN_MAJOR = 20;
const MIN_MINOR = 19;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < MIN_MAJOR || (major === MIN_MAJOR && minor < MIN_MINOR)) {
  console.error(`Presage needs Node ${MIN_MAJOR}.${MIN_MINOR} or newer; this is ${process.versions.node}`);
  process.exit(1);
}
