/** Exits with a clear message if Node is too old. Loaded before anything else. */
const required = 24;
const { node } = process.versions;
if (Number(node.split('.')[0]) < required) {
  console.error(
    `Linkhaul's scripts need Node ${required}, but this is ${node}. Run "npm ci" to install Node ${required} in node_modules, then start scripts with "npm run".`,
  );
  process.exit(1);
}
