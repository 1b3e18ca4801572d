// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.24;

/// @title Registry of refs, used by the markets.
/// @notice A ref identifies one intent of one sender. The registry accepts it once across all contracts.
interface IRefRegistry {
    /// @notice The ref is zero, which is reserved for direct calls.
    error ZeroRef();
    /// @notice This sender's ref was used already.
    error RefUsed(address sender, bytes32 ref);
    /// @notice The block's time is past the deadline, so the call can never take effect.
    error DeadlinePassed(uint64 deadline);
    /// @notice The caller is not a market of the factory.
    error NotMarket();

    /// @notice Marks `ref` of `sender` as used, or reverts with ZeroRef, RefUsed or DeadlinePassed. Only for markets.
    /// @param deadline Last unix second at which the call may take effect.
    function useRef(address sender, bytes32 ref, uint64 deadline) external;

    /// @notice Whether `ref` of `sender` was used. Never reverts to false.
    function refUsed(address sender, bytes32 ref) external view returns (bool);
}
