// Own stand-in for Mechanical Turk's script of this name: the three functions that pages call.
// It does not change the form's action, so that answers are submitted to webproctor.

function turkGetParam(name, defaultValue) {
  const value = new URLSearchParams(window.location.search).get(name);
  return value === null ? (defaultValue ?? "") : value;
}

function turkGetSubmitToHost() {
  return turkGetParam("turkSubmitTo", "");
}

function turkSetAssignmentID(formId, inputId) {
  const input = document.getElementById(inputId || "assignmentId");
  if (input) input.value = turkGetParam("assignmentId", "");
}
