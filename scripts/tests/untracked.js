// Loaded into each test process before `node:test`, which follows every promise and handle through async_hooks to know which
// test something belongs to: a quarter of what tests cost. Here an AsyncLocalStorage tells it, which costs next to nothing.
const hooks = process.getBuiltinModule('node:async_hooks');
const { AsyncLocalStorage, AsyncResource, createHook, executionAsyncId } = hooks;

/** The id of the test that runs. */
const running = new AsyncLocalStorage();
let noteTest = () => {};

class Followed extends AsyncResource {
  constructor(...args) {
    super(...args);
    noteTest(this.asyncId(), '', 0, this);
  }

  runInAsyncScope(run, self, ...args) {
    return super.runInAsyncScope(() => running.run(this.asyncId(), () => run.apply(self, args)));
  }
}

const hook = { enable: () => hook, disable: () => hook };

Object.assign(hooks, {
  AsyncResource: Followed,
  executionAsyncId: () => running.getStore() ?? executionAsyncId(),
  createHook({ init }) {
    noteTest = init;
    return hook;
  },
});
await import('node:test');
Object.assign(hooks, { AsyncResource, executionAsyncId, createHook });
