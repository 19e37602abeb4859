"""Trail Coach with FastAPI: connect a person, log their runs, advise them.

    MEMORY_URL=… SLUG=… CLIENT_ID=… CLIENT_SECRET=… python3 examples/trail-coach/fastapi_app.py
"""

import os
import uuid

import uvicorn
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, RedirectResponse
from memory_service import AsyncClient, AsyncOAuthClient, MemoryServiceError, connect_url, new_connect_attempt
from pydantic import BaseModel

BASE_URL = os.environ["MEMORY_URL"]
PORT = int(os.environ.get("PORT", "8790"))
REDIRECT_URI = f"http://127.0.0.1:{PORT}/callback"
SCOPES = ["memory:read:fitness.*", "memory:write:fitness.*", "context:read:coach"]

oauth = AsyncOAuthClient(BASE_URL, os.environ["CLIENT_ID"], os.environ["CLIENT_SECRET"])
app = FastAPI()
# A real app has a session store and a database.
sessions = {}


class Run(BaseModel):
    km: float
    trail: str


def memory_of(request: Request) -> AsyncClient:
    return AsyncClient(BASE_URL, sessions.get(request.cookies.get("coach"), {}).get("token", ""))


@app.get("/connect")
async def connect() -> RedirectResponse:
    session, attempt = str(uuid.uuid4()), new_connect_attempt()
    sessions[session] = {"attempt": attempt}
    page = connect_url(
        BASE_URL,
        client=os.environ["SLUG"],
        redirect_uri=REDIRECT_URI,
        scopes=SCOPES,
        state=attempt.state,
        code_challenge=attempt.code_challenge,
    )
    response = RedirectResponse(page, status_code=302)
    response.set_cookie("coach", session, httponly=True, samesite="lax")
    return response


@app.get("/callback")
async def callback(request: Request) -> str:
    session = sessions[request.cookies["coach"]]
    attempt = session["attempt"]
    exchanged = await oauth.handle_callback(
        str(request.url), state=attempt.state, code_verifier=attempt.code_verifier, redirect_uri=REDIRECT_URI
    )
    session["token"] = exchanged["connection_token"]
    return "Connected."


@app.post("/runs")
async def log(run: Run, request: Request) -> dict:
    content = f"Ran {run.km:g} km on the {run.trail} trail."
    async with memory_of(request) as memory:
        remembered = await memory.remember({"scope": "fitness.trail", "kind": "event", "content": content})
    return remembered["results"][0]


@app.get("/advice")
async def advise(request: Request) -> dict:
    async with memory_of(request) as memory:
        bundle = await memory.context("coach", query="trail runs", limit=5)
    runs = [one["content"] for one in bundle["memories"]]
    return {"runs": runs, "advice": bundle["suggestions"]["adaptation"]}


@app.exception_handler(MemoryServiceError)
async def refused(_: Request, error: MemoryServiceError) -> JSONResponse:
    return JSONResponse({"error": error.code, "message": str(error)}, status_code=error.status or 400)


if __name__ == "__main__":
    print(f"Trail Coach at http://127.0.0.1:{PORT}/connect", flush=True)
    uvicorn.run(app, host="127.0.0.1", port=PORT, log_level="warning")
