import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { formatCounts, Steps } from '../../scripts/steps.ts';

describe('Steps', () => {
  let said: string[];
  beforeEach(() => {
    said = [];
    for (const method of ['log', 'error'] as const) {
      vi.spyOn(console, method).mockImplementation((text) => void said.push(String(text)));
    }
  });
  afterEach(() => void vi.restoreAllMocks());

  it('adds up the counts of the steps', async () => {
    const steps = new Steps();
    await steps.run('check', async () => ({ ok: true }));
    await steps.run('unit', async () => ({ ok: true, report: { passed: 20, failures: [] } }));
    await steps.run('e2e', async () => ({ ok: true, report: { passed: 3, failures: [] } }));
    expect(steps.ok).toBe(true);
    expect(formatCounts(steps.counts)).toBe('23 passed, 0 failed');
  });

  it('counts failed tests once, not again for their step', async () => {
    const steps = new Steps();
    await steps.run('unit', async () => ({
      ok: false,
      report: { passed: 20, failures: ['a: 1 ≠ 2', 'b: gone'] },
    }));
    expect(steps.ok).toBe(false);
    expect(formatCounts(steps.counts)).toBe('20 passed, 2 failed');
    expect(steps.failures).toEqual(['a: 1 ≠ 2', 'b: gone']);
  });

  it('never prints "0 failed" after a failure', async () => {
    const steps = new Steps();
    await steps.run('check', async () => ({ ok: false }));
    await steps.run('unit', async () => ({ ok: false, report: { passed: 20, failures: [] } }));
    expect(formatCounts(steps.counts)).toBe('20 passed, 2 failed');
  });

  it('treats an exception of a step as a failure and continues', async () => {
    const steps = new Steps();
    expect(await steps.run('build', () => Promise.reject(new Error('no such file')))).toBe(false);
    steps.skip('e2e');
    expect(said).toContain('no such file');
    expect(formatCounts(steps.counts)).toBe('0 passed, 2 failed');
  });

  it('prints each step with its time and result', async () => {
    const steps = new Steps();
    await steps.run('check', async () => ({ ok: true }));
    await steps.run('build', async () => ({ ok: false }));
    await steps.run('unit', async () => ({ ok: true, report: { passed: 20, failures: [] } }));
    steps.skip('e2e');
    const rows = steps.table().split('\n');
    expect(rows).toHaveLength(5);
    expect(rows[0]).toMatch(/^check +\d+\.\d s {2}ok$/);
    expect(rows[1]).toMatch(/^build +\d+\.\d s {2}FAILED$/);
    expect(rows[2]).toMatch(/^unit +\d+\.\d s {2}20 passed, 0 failed$/);
    expect(rows[3]).toMatch(/^e2e +– {2}not run$/);
    expect(rows[4]).toMatch(/^total +\d+\.\d s$/);
  });
});
