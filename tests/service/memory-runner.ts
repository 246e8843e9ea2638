// Runs a service in its own process and reports its peak memory. Used by upload-memory.all.test.ts.
import { startService } from '../../service/src/index.ts';

const [dataDir = '', email = '', key = ''] = process.argv.slice(2);
const service = await startService({ dataDir, accounts: [{ email, key }], rateLimit: false });
process.on('message', () => process.send?.({ peakBytes: process.resourceUsage().maxRSS * 1024 }));
process.once('disconnect', () => void service.close());
process.send?.({ url: service.url });
