#!/usr/bin/env node
/** The command line. Code that requires a newer Node.js is imported after the version check. */
const oldestMajor = 22;
const major = Number(process.versions.node.split('.')[0]);
if (major < oldestMajor) {
  console.error(`linkhaul-api needs Node.js ${oldestMajor} or newer; this is ${process.version}.`);
  process.exitCode = 2;
} else {
  const { run } = await import('./run.ts');
  const { env, stdin, stdout, stderr } = process;
  process.exitCode = await run(process.argv.slice(2), { env, stdin, stdout, stderr, signals: process });
}

export {};
