/** Ends with a clear message where Node is too old; loaded before anything else. */
const required = 24;
const { node } = process.versions;
if (Number(node.split('.')[0]) < required) {
  console.error(
    `Linkhaul's scripts need Node ${required}, and this is ${node}. Run "npm ci", which installs Node ${required} in node_modules, then start scripts with "npm run".`,
  );
  process.exit(1);
}
