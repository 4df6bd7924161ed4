// Where the time of an interaction goes, from a trace of the browser. Used by react.mjs with TRACE set.

const kinds = {
  UpdateLayoutTree: 'style',
  Layout: 'layout',
  PrePaint: 'paint',
  Paint: 'paint',
  Layerize: 'paint',
  Commit: 'paint',
};

const inside = (outer, { ts, dur = 0 }) => outer.ts <= ts && ts + dur <= outer.ts + outer.dur;

/**
 * Does something and tells, in ms of the page's thread: its longest tasks, what of all was style, layout and paint, what of style and
 * layout was forced by a script, and how long the handlers of each event took.
 */
export async function traced(client, act) {
  const events = [];
  const collect = ({ value }) => events.push(...value);
  client.on('Tracing.dataCollected', collect);
  await client.send('Tracing.start', { categories: 'devtools.timeline,toplevel', transferMode: 'ReportEvents' });
  await act();
  const done = new Promise((resolve) => client.once('Tracing.tracingComplete', resolve));
  await client.send('Tracing.end');
  await done;
  client.off('Tracing.dataCollected', collect);
  return summarize(events.filter(({ ph, dur }) => ph === 'X' && dur > 0));
}

/** Of microseconds. */
const ms = (time) => Math.round(time / 100) / 10;

function summarize(events) {
  // The thread of the page is the one that handles its events.
  const handled = events.filter(({ name }) => name === 'EventDispatch');
  const { pid, tid } = handled[0] ?? {};
  const own = events.filter((each) => each.pid === pid && each.tid === tid);
  const calls = own.filter(({ name }) => name === 'FunctionCall' || name === 'EventDispatch');
  const spent = { style: 0, layout: 0, paint: 0, forced: 0 };
  for (const event of own) {
    const kind = kinds[event.name];
    if (!kind) continue;
    spent[kind] += event.dur;
    if (kind !== 'paint' && calls.some((call) => inside(call, event))) spent.forced += event.dur;
  }
  const types = {};
  for (const { dur, args } of handled) types[args.data.type] = Math.max(types[args.data.type] ?? 0, dur);
  const tasks = own.filter(({ name }) => name.endsWith('RunTask')).map(({ dur }) => dur);
  return {
    tasks: tasks
      .toSorted((a, b) => b - a)
      .slice(0, 3)
      .map(ms),
    ...Object.fromEntries(Object.entries(spent).map(([name, time]) => [name, ms(time)])),
    handlers: Object.fromEntries(
      Object.entries(types)
        .filter(([, time]) => time > 2000)
        .map(([type, time]) => [type, ms(time)]),
    ),
  };
}
