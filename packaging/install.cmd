@echo off
rem SPDX-License-Identifier: GPL-2.0-or-later
rem install.cmd [FOLDER]: ask nothing, copy the plugin, its profile and godot-recorder to where this user's Wireshark
rem looks for them. The other programs stay where they are.
rem FOLDER: where Wireshark is installed, if it is not in its usual place.
rem Names of folders are in quotes, also where they are printed: they may have what means something to cmd, as ) and &.
setlocal
set "here=%~dp0"
set /p needed=<"%here%wireshark-version.txt"
set "wireshark=%~1"
if not defined wireshark set "wireshark=%ProgramFiles%\Wireshark"
if not exist "%wireshark%\tshark.exe" (
    echo There is no tshark.exe in "%wireshark%": call install.cmd with the folder of Wireshark %needed%.
    exit /b 1
)

rem The first line is "TShark (Wireshark) 4.6.1 (v4.6.1...)." or "TShark (Wireshark) 4.6.1.".
set "found="
for /f "tokens=3" %%v in ('call "%wireshark%\tshark.exe" --version') do if not defined found set "found=%%v"
for /f "tokens=1-3 delims=." %%a in ("%found%") do set "minor=%%a.%%b" & set "found=%%a.%%b.%%c"
if not "%minor%" == "%needed%" (
    echo This plugin is for Wireshark %needed%, but Wireshark %found% is installed:
    echo get the file whose name has "wireshark-%minor%".
    exit /b 1
)

set "plugins=%APPDATA%\Wireshark\plugins\%needed%\epan"
set "profiles=%APPDATA%\Wireshark\profiles"
if not exist "%plugins%" mkdir "%plugins%"
copy /y "%here%godot.dll" "%plugins%" >nul || (
    echo The plugin could not be copied: close Wireshark, then try again.
    exit /b 1
)
echo Plugin: "%plugins%\godot.dll"

rem The recorder has the libraries beside it that it needs, as Wireshark has not all of them.
set "extcap=%APPDATA%\Wireshark\extcap"
if exist "%here%extcap\godot-recorder.exe" (
    if not exist "%extcap%" mkdir "%extcap%"
    copy /y "%here%extcap\*" "%extcap%" >nul || (
        echo The recorder could not be copied: close Wireshark, then try again.
        exit /b 1
    )
    echo Recorder: "%extcap%\godot-recorder.exe"
)
if exist "%profiles%\Godot\" (
    echo Profile: kept "%profiles%\Godot" as it is
    exit /b 0
)
mkdir "%profiles%\Godot"
copy /y "%here%Godot\*" "%profiles%\Godot" >nul || exit /b 1
echo Profile: "%profiles%\Godot"
