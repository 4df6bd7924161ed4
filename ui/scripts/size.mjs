// Weighs what a browser loads: node scripts/size.mjs, after a build. Fails when a budget is exceeded.
import { weigh } from './weigh.mjs';

let exceeded = false;
for (const { name, size, budget } of weigh()) {
  exceeded ||= size > budget;
  console.log(`${size > budget ? 'OVER' : 'ok  '} ${size.toFixed(1).padStart(6)} KiB of ${budget}  ${name}`);
}
process.exit(exceeded ? 1 : 0);
