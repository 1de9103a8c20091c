"""Handlers of the `web` actions on tabs, dialogs, the whole page, and the episode."""

from webproctor.core.actions import ActionResult, web
from webproctor.environments.browser.dialogs import DialogAnswer
from webproctor.environments.browser.dispatch import ActionFailed, done, handler
from webproctor.environments.browser.handlers import PRESS, pause
from webproctor.environments.browser.open_tabs import MAX_TABS
from webproctor.environments.browser.session import WebSession
from webproctor.environments.browser.tab_handlers import check_address, open_address
from webproctor.environments.browser.views import views


@handler(web.NewTab)
async def new_tab(session: WebSession, action: web.NewTab) -> ActionResult:
    if action.url:
        check_address(session, action.url)
    if len(session.tabs) >= MAX_TABS:
        raise ActionFailed(f"{MAX_TABS} tabs are open; close one first")
    before = session.page
    await session.open_tab()
    if session.page is before:
        raise ActionFailed("the tab did not open")
    number = session.tabs.index(session.page)
    await pause(session, PRESS)
    if not action.url:
        return done(f"opened tab {number}, which is empty", page_changed=True)
    result = await open_address(session, action.url)
    return result.model_copy(update={"message": f"{result.message} in tab {number}"})


@handler(web.HandleDialog)
async def handle_dialog(session: WebSession, action: web.HandleDialog) -> ActionResult:
    if action.text is not None and not action.accept:
        raise ActionFailed("a dialog that is dismissed gets no text")
    answers = session.page.answers
    answers.append(DialogAnswer(action.accept, action.text))
    which = "the next dialog" if len(answers) == 1 else f"dialog {len(answers)} from now"
    entered = "" if action.text is None else f" with {action.text!r}"
    return done(f"{which} will be {'accepted' if action.accept else 'dismissed'}{entered}")


@handler(web.ExtractPageContent)
async def extract_page_content(session: WebSession, action: web.ExtractPageContent) -> ActionResult:
    fields = await views(session.page, frozenset({"text"}))
    return done(f"the text of {fields['title']!r} ({fields['url']})", data=fields["text"])


@handler(web.ReportInfeasible)
async def report_infeasible(session: WebSession, action: web.ReportInfeasible) -> ActionResult:
    session.statement = action.reason
    return done("reported that the task cannot be done; the task has ended", page_changed=True)
