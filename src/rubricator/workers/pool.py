"""The pool: tasks go to worker processes, one each at a time; a process that ends costs its task at most."""

from __future__ import annotations

import atexit
import logging
import queue
import threading
from collections import Counter
from concurrent.futures import Future, ThreadPoolExecutor

from rubricator.errors import WorkerError
from rubricator.structure.model import JsonValue
from rubricator.workers.framing import Frame, Header
from rubricator.workers.limits import TaskLimits
from rubricator.workers.worker import Worker

log = logging.getLogger("rubricator")
_INTERVAL = 0.25


class Asked(Future[Frame]):
    """A task that a pool was asked to do. Cancelled while it is under way, it costs its process."""

    def __init__(self, task: Frame) -> None:
        super().__init__()
        self.task = task
        self.worker: Worker | None = None

    def cancel(self) -> bool:
        is_cancelled = super().cancel()
        if not is_cancelled and self.worker is not None:
            self.worker.kill("cancelled", self.task)
        return is_cancelled


class Pool:
    """Workers, started when they are needed, and the threads that talk to them.

    `make` names the function, as `package.module:function`, that makes a worker's tasks by name out of what it is
    `given`. A task whose process dies over it is tried so many times.

        pool = Pool("package.module:make", None, workers=4, limits=TaskLimits(seconds=30, memory=1 << 30, kept=1 << 28))
        asked = [pool.submit("read", {"path": path}) for path in paths]
        answers = [one.result() for one in asked]
    """

    def __init__(self, make: str, given: JsonValue, workers: int, limits: TaskLimits, tries: int = 1) -> None:
        self.workers = [Worker(make, given, limits) for _ in range(workers)]
        self.asked: set[Asked] = set()
        """Tasks that wait or are under way."""
        self._tries = tries
        self._queue: queue.SimpleQueue[Asked | None] = queue.SimpleQueue()
        self._threads: list[threading.Thread] = []
        self._lock = threading.Lock()
        self._is_closed, self._patience = False, 0.0
        self._over = threading.Event()
        threading.Thread(target=self._watch, name="rubricator-watch", daemon=True).start()
        atexit.register(self.close)

    def start(self) -> None:
        """Start all workers now; raise WorkerError when one does not start."""
        with ThreadPoolExecutor(len(self.workers)) as threads:
            list(threads.map(Worker.start, self.workers))
        with self._lock:
            self._hire(len(self.workers))

    def submit(self, task: str, header: Header | None = None, payload: bytes = b"") -> Asked:
        """Have a task done. What is returned gives its answer, or raises WorkerError."""
        asked = Asked(Frame({"task": task, "header": dict(header or {})}, payload))
        with self._lock:
            if self._is_closed:
                raise WorkerError("closed", "the workers were ended")
            self.asked.add(asked)
            self._hire(len(self.asked))
        asked.add_done_callback(lambda _: self.asked.discard(asked))
        self._queue.put(asked)
        return asked

    def close(self, patience: float = 0.0) -> None:
        """End all workers, which have some seconds to do so by themselves; tasks that are left are given up."""
        with self._lock:
            self._is_closed, self._patience = True, patience
        for asked in list(self.asked):
            asked.cancel()
        for _ in self._threads:
            self._queue.put(None)
        for thread in self._threads:
            thread.join()
        for worker in self.workers:
            worker.end(patience)
        self._over.set()
        atexit.unregister(self.close)

    def counts(self) -> Counter[str]:
        """Return how many processes were started, and how many ended before the pool did, by why."""
        return sum((worker.counts for worker in self.workers), Counter())

    def _hire(self, count: int) -> None:
        """Have a thread for each of so many workers, where there are so many."""
        for worker in self.workers[len(self._threads) : count]:
            self._threads.append(threading.Thread(target=self._employ, args=(worker,), daemon=True))
            self._threads[-1].start()

    def _watch(self) -> None:
        while not self._over.wait(_INTERVAL):
            for worker in self.workers:
                worker.check()

    def _employ(self, worker: Worker) -> None:
        """Give one worker tasks until the pool is closed."""
        while (asked := self._queue.get()) is not None:
            worker.begin(asked.task)
            asked.worker = worker
            if asked.set_running_or_notify_cancel():
                try:
                    asked.set_result(self._answer(worker, asked.task))
                except Exception as error:  # whoever has asked hears of it, whatever it is
                    asked.set_exception(error)
            worker.finish()
            # Large pages are not held until the next one comes.
            del asked
            if worker.pid is None and not self._is_closed:
                try:
                    worker.start()
                except WorkerError as error:
                    log.warning("%s; it is tried again with the next task", error)
        worker.end(self._patience)

    def _answer(self, worker: Worker, task: Frame) -> Frame:
        for _ in range(self._tries - 1):
            try:
                return worker.ask(task)
            except WorkerError as error:
                if error.why != "crash":
                    raise
        return worker.ask(task)
